-- new posts wait in a short list and go into the index together; in place, as the index need not be built again
ALTER INDEX "search_documents_posts_idx" RESET (fastupdate);--> statement-breakpoint
ALTER INDEX "search_documents_posts_idx" SET (gin_pending_list_limit = 128);--> statement-breakpoint
-- room in each page for the next version of a row, without new entries in the indexes
ALTER TABLE "community_reads" SET (fillfactor = 70);
