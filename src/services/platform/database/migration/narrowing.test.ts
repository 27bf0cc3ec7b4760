import { expect, test } from 'vitest';
import { listNarrowing } from './narrowing.ts';

test.each([
  'DROP TABLE "notes"',
  'ALTER TABLE "notes" DROP COLUMN "text"',
  'ALTER TABLE "notes" RENAME COLUMN "text" TO "body"',
  'ALTER TABLE "notes" ALTER COLUMN "text" SET NOT NULL',
  'ALTER TABLE "notes" ALTER COLUMN "text" SET DATA TYPE integer',
  'ALTER TABLE "notes" ADD COLUMN "color" text NOT NULL',
  'ALTER TABLE "notes" ADD CONSTRAINT "short" CHECK (length(text) < 9)',
  'CREATE UNIQUE INDEX "once" ON "notes" USING btree ("text")',
])('%s fails processes of the version before', (statement) => {
  expect(listNarrowing(`CREATE TABLE "others" ("id" bigint NOT NULL);\n${statement};`)).toEqual([
    statement,
  ]);
});

test('what is new, or widens, is allowed', () => {
  const sql = `
    CREATE TABLE "others" ("id" bigint NOT NULL);--> statement-breakpoint
    ALTER TABLE "others" ADD CONSTRAINT "positive" CHECK (id > 0);--> statement-breakpoint
    CREATE UNIQUE INDEX "once" ON "others" USING btree ("id");--> statement-breakpoint
    -- DROP TABLE in a comment
    ALTER TABLE "notes" ADD COLUMN "color" text;--> statement-breakpoint
    ALTER TABLE "notes" ADD COLUMN "size" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
    ALTER TABLE "notes" ADD CONSTRAINT "other" FOREIGN KEY ("color") REFERENCES "others"("id");--> statement-breakpoint
    ALTER TABLE "notes" ALTER COLUMN "text" DROP NOT NULL;--> statement-breakpoint
    DROP INDEX "slow";--> statement-breakpoint
    UPDATE "notes" SET "color" = 'red';`;
  expect(listNarrowing(sql)).toEqual([]);
});
