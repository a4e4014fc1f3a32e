"""Long attacks; `make test` holds short versions of them."""
