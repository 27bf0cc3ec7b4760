CREATE TABLE "directory_sightings" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "directory_sightings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"team_id" bigint NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL,
	"member_rows" bigint[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "directory_sightings" ADD CONSTRAINT "directory_sightings_team_id_directory_states_team_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."directory_states"("team_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "directory_sightings_read_index" ON "directory_sightings" USING btree ("team_id","read_at");