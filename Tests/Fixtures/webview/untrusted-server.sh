# A server with a certificate that it has made itself; says where it listens.
cd "$(mktemp -d)" || exit 1
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=127.0.0.1 \
    -addext subjectAltName=IP:127.0.0.1 -keyout key -out certificate 2>/dev/null
exec openssl s_server -accept 127.0.0.1:0 -key key -cert certificate -www
