enum HTTPTarget {}
