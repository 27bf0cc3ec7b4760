-- Before 0.3.0, a member's deletion at another vendor's service, as part of an erasure, left an audit event of nobody's
-- team with the member's name. No other event is like it.
UPDATE "audit_events" SET "subject_id" = 'erased', "subject_name" = 'Erased member', "changes" = '[]'
WHERE "subject_type" = 'member' AND "action" = 'member.delete' AND "actor_kind" = 'system'
  AND "team_id" IS NULL AND "partner_id" IS NULL;
