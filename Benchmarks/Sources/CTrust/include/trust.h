#pragma once

/// Makes every libcurl transfer of this process trust the authorities in `file`, FoundationNetworking's too.
///
/// FoundationNetworking offers no way to trust an authority that the system does not. This stands between it and libcurl
/// and changes the one setting; it costs a comparison and a copied path for each request.
void trust_authorities_in(const char *file);
