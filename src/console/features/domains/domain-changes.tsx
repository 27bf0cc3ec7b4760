import { useQuery } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useTeamId } from '#console/session/team.ts';
import { ItemChanges } from '#console/shared/audit/item-changes.tsx';
import { type Undo, UndoConflictError } from '#console/shared/audit/undo.ts';
import { useReadableAudit } from '#console/shared/audit/use-readable-audit.ts';
import { domainsKey, domainsQuery } from '#console/shared/domains/domains-query.ts';
import { defaultExperience } from '#console/shared/domains/known-experiences.ts';
import { PanelSection } from '#console/ui/page/panel-section.tsx';
import { type Domain, getDomain, updateDomain } from '#contract/advocacy/domains.ts';
import type { AuditEvent } from '#contract/audit/audit-events.ts';

const LABEL = 'Default experience';

/** The latest changes of a domain, for administrators. Its default experience can be set back. */
export function DomainChanges({ domain }: { readonly domain: Domain }) {
  const teamId = useTeamId();
  const audit = useReadableAudit();
  const undo = useUndoDomainChange(domain);
  if (!audit) return null;
  return (
    <PanelSection title="Changes">
      <ItemChanges
        audit={audit}
        subject={{ type: 'domain', id: domain.id }}
        itemsKey={domainsKey(teamId)}
        undo={undo}
      />
    </PanelSection>
  );
}

function useUndoDomainChange({ id }: Domain): Undo {
  const api = useApi();
  const teamId = useTeamId();
  const { data: list } = useQuery(domainsQuery(api, teamId));
  const params = { team_id: teamId, domain_id: id };

  /** The title of an experience, by ID if it is unknown. */
  function titleOf(experienceId: unknown): string {
    if (experienceId === null) return 'none';
    const known = list?.experiences.find((each) => each.id === String(experienceId));
    return known?.title ?? `Experience ${experienceId}`;
  }

  return {
    plan: (event) => {
      const change = experienceChange(event);
      if (!change) return undefined;
      const step = { label: LABEL, from: titleOf(change.after), to: titleOf(change.before) };
      return { steps: [step], kept: [] };
    },
    disabledReason: useScopeReason('domains:write'),
    apply: async (event) => {
      const change = experienceChange(event);
      if (!change) return;
      const { data: current } = await api.advocacy.request(getDomain, { params });
      const experience = defaultExperience(current, list?.experiences ?? []);
      if ((experience?.id ?? null) !== toId(change.after)) {
        const title = experience?.title ?? 'none';
        throw new UndoConflictError([{ label: LABEL, current: title }]);
      }
      const before = change.before === null ? null : Number(change.before);
      const attributes = { default_experience_id: before };
      await api.advocacy.request(updateDomain, {
        params,
        body: { data: { type: 'domain', id, attributes } },
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
