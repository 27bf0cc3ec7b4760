ALTER TABLE "webhook_events" RENAME TO "inbox_events";--> statement-breakpoint
ALTER SEQUENCE "webhook_events_sequence_seq" RENAME TO "inbox_events_sequence_seq";--> statement-breakpoint
ALTER TABLE "inbox_events" RENAME COLUMN "webhook_request_id" TO "delivery_id";--> statement-breakpoint
ALTER TABLE "inbox_events" RENAME CONSTRAINT "webhook_events_pkey" TO "inbox_events_pkey";--> statement-breakpoint
ALTER TABLE "inbox_events" RENAME CONSTRAINT "webhook_events_event_unique" TO "inbox_events_event_unique";--> statement-breakpoint
ALTER INDEX "webhook_events_team_index" RENAME TO "inbox_events_team_index";--> statement-breakpoint
ALTER INDEX "webhook_events_member_index" RENAME TO "inbox_events_member_index";--> statement-breakpoint
ALTER INDEX "webhook_events_received_index" RENAME TO "inbox_events_received_index";--> statement-breakpoint
ALTER INDEX "webhook_events_pending_index" RENAME TO "inbox_events_pending_index";--> statement-breakpoint
ALTER TABLE "webhook_member_facts" RENAME TO "inbox_member_facts";--> statement-breakpoint
ALTER TABLE "inbox_member_facts" RENAME CONSTRAINT "webhook_member_facts_team_id_member_id_pk" TO "inbox_member_facts_team_id_member_id_pk";--> statement-breakpoint
ALTER TABLE "webhook_replays" RENAME TO "inbox_replays";--> statement-breakpoint
ALTER SEQUENCE "webhook_replays_id_seq" RENAME TO "inbox_replays_id_seq";--> statement-breakpoint
ALTER TABLE "inbox_replays" RENAME CONSTRAINT "webhook_replays_pkey" TO "inbox_replays_pkey";--> statement-breakpoint
ALTER INDEX "webhook_replays_team_index" RENAME TO "inbox_replays_team_index";--> statement-breakpoint
ALTER INDEX "webhook_replays_running_index" RENAME TO "inbox_replays_running_index";--> statement-breakpoint
ALTER TABLE "webhook_requests" RENAME TO "inbox_deliveries";--> statement-breakpoint
ALTER SEQUENCE "webhook_requests_id_seq" RENAME TO "inbox_deliveries_id_seq";--> statement-breakpoint
ALTER TABLE "inbox_deliveries" RENAME CONSTRAINT "webhook_requests_pkey" TO "inbox_deliveries_pkey";--> statement-breakpoint
ALTER INDEX "webhook_requests_team_index" RENAME TO "inbox_deliveries_team_index";--> statement-breakpoint
ALTER INDEX "webhook_requests_verdict_index" RENAME TO "inbox_deliveries_verdict_index";--> statement-breakpoint
ALTER INDEX "webhook_requests_request_index" RENAME TO "inbox_deliveries_request_index";--> statement-breakpoint
ALTER INDEX "webhook_requests_received_index" RENAME TO "inbox_deliveries_received_index";--> statement-breakpoint
ALTER INDEX "webhook_requests_events_index" RENAME TO "inbox_deliveries_events_index";--> statement-breakpoint
ALTER TABLE "loyalty_webhook_events" RENAME TO "loyalty_outbound_events";--> statement-breakpoint
ALTER SEQUENCE "loyalty_webhook_events_id_seq" RENAME TO "loyalty_outbound_events_id_seq";--> statement-breakpoint
ALTER TABLE "loyalty_outbound_events" RENAME CONSTRAINT "loyalty_webhook_events_pkey" TO "loyalty_outbound_events_pkey";--> statement-breakpoint
ALTER TABLE "loyalty_outbound_events" RENAME CONSTRAINT "loyalty_webhook_events_event_id_unique" TO "loyalty_outbound_events_event_id_unique";--> statement-breakpoint
ALTER TABLE "loyalty_outbound_events" RENAME CONSTRAINT "loyalty_webhook_events_program_id_loyalty_programs_id_fk" TO "loyalty_outbound_events_program_id_loyalty_programs_id_fk";--> statement-breakpoint
ALTER INDEX "loyalty_webhook_events_waiting_index" RENAME TO "loyalty_outbound_events_waiting_index";--> statement-breakpoint
ALTER TABLE "loyalty_webhook_attempts" RENAME TO "loyalty_delivery_attempts";--> statement-breakpoint
ALTER SEQUENCE "loyalty_webhook_attempts_id_seq" RENAME TO "loyalty_delivery_attempts_id_seq";--> statement-breakpoint
ALTER TABLE "loyalty_delivery_attempts" RENAME COLUMN "webhook_request_id" TO "delivery_id";--> statement-breakpoint
ALTER TABLE "loyalty_delivery_attempts" RENAME CONSTRAINT "loyalty_webhook_attempts_pkey" TO "loyalty_delivery_attempts_pkey";--> statement-breakpoint
ALTER TABLE "loyalty_delivery_attempts" RENAME CONSTRAINT "loyalty_webhook_attempts_number_unique" TO "loyalty_delivery_attempts_number_unique";--> statement-breakpoint
ALTER TABLE "loyalty_delivery_attempts" RENAME CONSTRAINT "loyalty_webhook_attempts_webhook_request_id_loyalty_webhook_req" TO "loyalty_delivery_attempts_delivery_id_loyalty_deliveries_id_fk";--> statement-breakpoint
ALTER TABLE "loyalty_webhook_requests" RENAME TO "loyalty_deliveries";--> statement-breakpoint
ALTER SEQUENCE "loyalty_webhook_requests_id_seq" RENAME TO "loyalty_deliveries_id_seq";--> statement-breakpoint
ALTER TABLE "loyalty_deliveries" RENAME CONSTRAINT "loyalty_webhook_requests_pkey" TO "loyalty_deliveries_pkey";--> statement-breakpoint
ALTER TABLE "loyalty_deliveries" RENAME CONSTRAINT "loyalty_webhook_requests_request_id_unique" TO "loyalty_deliveries_request_id_unique";--> statement-breakpoint
ALTER TABLE "loyalty_deliveries" RENAME CONSTRAINT "loyalty_webhook_requests_target_id_loyalty_webhook_targets_id_f" TO "loyalty_deliveries_target_id_loyalty_webhook_targets_id_fk";--> statement-breakpoint
ALTER INDEX "loyalty_webhook_requests_due_index" RENAME TO "loyalty_deliveries_due_index";--> statement-breakpoint
ALTER TABLE "loyalty_webhook_targets" RENAME COLUMN "sealed_secret" TO "encrypted_secret";