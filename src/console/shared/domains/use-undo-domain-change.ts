import { useQuery } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useTeamId } from '#console/session/team.ts';
import { type Undo, UndoConflictError } from '#console/shared/audit/undo.ts';
import { getDomain, updateDomain } from '#contract/advocacy/domains.ts';
import { type AuditEvent, undoRequestId } from '#contract/audit/audit-events.ts';
import { domainsQuery } from './domains-query.ts';
import { defaultExperience } from './known-experiences.ts';

const LABEL = 'Default experience';

export function useUndoDomainChange(): Undo {
  const api = useApi();
  const teamId = useTeamId();
  const { data: list } = useQuery(domainsQuery(api, teamId));

  /** The title of an experience as it was recorded; by ID if it is unknown. */
  function titleOf(recorded: unknown, experienceId: unknown): string {
    if (experienceId === null) return 'none';
    const known = list?.experiences.find((each) => each.id === String(experienceId));
    return typeof recorded === 'string' ? recorded : (known?.title ?? `Experience ${experienceId}`);
  }

  async function findConflicts(event: AuditEvent): Promise<readonly string[]> {
    const params = { team_id: teamId, domain_id: event.subject.id };
    const { data: current } = await api.advocacy.request(getDomain, { params });
    const experience = defaultExperience(current, list?.experiences ?? []);
    if ((experience?.id ?? null) === toId(experienceChange(event)?.after)) return [];
    return [`The default experience is now ${experience?.title ?? 'none'}.`];
  }

  return {
    plan: (event) => {
      const change = experienceChange(event);
      if (!change) return undefined;
      const titles = event.changes.find(({ field }) => field === 'default_experience');
      const from = titleOf(titles?.after, change.after);
      const step = { label: LABEL, from, to: titleOf(titles?.before, change.before) };
      return { steps: [step], kept: [] };
    },
    disabledReason: useScopeReason('domains:write'),
    findConflicts,
    apply: async (event) => {
      const change = experienceChange(event);
      if (!change) return;
      const { id } = event.subject;
      const params = { team_id: teamId, domain_id: id };
      const conflicts = await findConflicts(event);
      if (conflicts.length > 0) throw new UndoConflictError(conflicts);
      const before = change.before === null ? null : Number(change.before);
      const attributes = { default_experience_id: before };
      await api.advocacy.request(updateDomain, {
        params,
        body: { data: { type: 'domain', id, attributes } },
        requestId: undoRequestId(event.id),
      });
    },
  };
}

function experienceChange({ action, changes }: AuditEvent) {
  if (action !== 'domain.update') return undefined;
  return changes.find(({ field }) => field === 'default_experience_id');
}

function toId(value: unknown): string | null {
  return value === null ? null : String(value);
}
