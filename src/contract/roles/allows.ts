import {
  includesRole,
  ROLE_FIELDS,
  ROLE_KINDS,
  ROLE_TABLE,
  type RoleKind,
  SUPPORT_CHANGES,
  SUPPORT_EXPORT_MAX,
} from './role-table.ts';

/** What a user is in a team. */
export interface EffectiveRole {
  readonly kind: RoleKind;
  /** Whether it changes nothing, as roles of before can that administer but don't write. */
  readonly isReadOnly?: boolean | undefined;
  /** The most points that a support agent can adjust at a time, by the team's rules. */
  readonly pointsMax?: number | undefined;
}

const operations = new Map(
  Object.entries(ROLE_TABLE).flatMap(([scope, least]) =>
    Object.entries(least).map(([id, kind]) => [id, { scope, least: kind }] as const),
  ),
);

/** The scope of an operation, empty if it takes none, and the least kind of role. */
export function getOperation(id: string): { scope: string; least: RoleKind } {
  const found = operations.get(id);
  if (!found) throw new Error(`${id} is no operation on a team`);
  return found;
}

/** The kinds of role that allow an operation, in CommonMark; empty if it is none on a team. */
export function describeRoles(id: string): string {
  const operation = operations.get(id);
  if (!operation) return '';
  const kinds = ROLE_KINDS.filter((kind) => includesRole(kind, operation.least));
  return `**Roles:** ${kinds.length === ROLE_KINDS.length ? 'all' : kinds.join(', ')}.`;
}

/** Whether a role allows an operation, apart from its fields and limits. */
export function allowsOperation({ kind, isReadOnly }: EffectiveRole, id: string): boolean {
  const { least } = getOperation(id);
  return includesRole(kind, least) && !(isReadOnly && isChange(id));
}

/** Whether an operation changes something for the team; what is only about the user is for viewers, too. */
export function isChange(id: string): boolean {
  const { scope, least } = getOperation(id);
  return scope.endsWith(':write') && least !== 'viewer';
}

/** Whether a role allows an operation that takes a scope of a team; those that no operation takes are for managers. */
export function allowsScope({ kind, isReadOnly }: EffectiveRole, scope: string): boolean {
  if (!scope.endsWith(':write')) return true;
  const table: Partial<Record<string, Record<string, RoleKind>>> = ROLE_TABLE;
  const least = Object.values(table[scope] ?? { other: 'manager' as const });
  return !isReadOnly && least.some((each) => includesRole(kind, each));
}

interface AskedJob {
  readonly kind: string;
  readonly total: number;
}

/** Whether a role may have a job done: support agents export a few members, and change none by it. */
export function allowsJob({ kind, isReadOnly }: EffectiveRole, job: AskedJob): boolean {
  const isSmallExport = job.kind === 'export' && job.total <= SUPPORT_EXPORT_MAX;
  const least = isSmallExport ? SUPPORT_CHANGES.createJob : ROLE_FIELDS.createJob.change;
  return !isReadOnly && includesRole(kind, least);
}
