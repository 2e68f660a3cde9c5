-- Sources are found by their DOI, which is the same in upper and in lower case.
CREATE INDEX "source_lower_doi_idx" ON "source" (lower("doi"));
