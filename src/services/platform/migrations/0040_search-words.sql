-- Members are read again, because they are now found by more words.
UPDATE "directory_states" SET
  "crawl_started_at" = NULL, "crawl_status" = NULL, "crawl_cursor" = NULL,
  "complete_at" = "complete_at" - interval '1 day', "next_attempt_at" = now();
