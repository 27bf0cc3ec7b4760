ALTER TABLE "failed_attempts" RENAME TO "attempt_counters";--> statement-breakpoint
ALTER TABLE "attempt_counters" RENAME CONSTRAINT "failed_attempts_pkey" TO "attempt_counters_pkey";--> statement-breakpoint
ALTER INDEX "failed_attempts_expiry_index" RENAME TO "attempt_counters_expiry_index";
