-- room in each page for the next version of a row, without new entries in the indexes
ALTER TABLE "community_reads" SET (fillfactor = 70);
