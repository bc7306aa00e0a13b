"""What several pages share: who is there, which collection, and the store read into the pure rooms."""
