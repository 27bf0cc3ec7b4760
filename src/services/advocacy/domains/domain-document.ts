import type { SentDomain } from '#contract/advocacy/domains.ts';
import type { DomainRow } from './domains-table.ts';

export function toDomain(row: DomainRow, baseUrl: string): SentDomain {
  const { id, teamId, defaultExperienceId } = row;
  return {
    id: String(id),
    type: 'domain',
    attributes: {
      name: row.name,
      status: row.status,
      created_at: row.createdAt.toISOString(),
      updated_at: row.updatedAt.toISOString(),
    },
    relationships: {
      default_experience: {
        data:
          defaultExperienceId === null
            ? null
            : { type: 'experience', id: String(defaultExperienceId) },
      },
    },
    links: { self: `${baseUrl}/v2/teams/${teamId}/domains/${id}` },
    ...(row.recordsLostAt && { meta: { records_lost_at: row.recordsLostAt.toISOString() } }),
  };
}
