#pragma once

/// Makes every libcurl transfer of this process trust the authorities in `file`, FoundationNetworking's too.
///
/// FoundationNetworking cannot trust an authority that the system does not trust. This function replaces that setting
/// in its calls of libcurl, which costs a comparison and a copied path for each request.
void trust_authorities_in(const char *file);
