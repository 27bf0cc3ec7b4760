import type { Encryption } from '#services/platform/secrets/encryption.ts';

/** A loyalty program: one of this deployment, or one at another service. */
interface Program {
  baseUrl: string | null;
  partnerId: string;
}

/** The keys of a member in entries about it. */
export interface MemberKeys {
  /** The loyalty service's id, which decides. */
  serviceId: string | null;
  /** The operator's ID. */
  memberId: string | null;
}

/**
 * Keyed digests of a member's ids in a program, by which an erased member is recognized: without the key of the
 * deployment nobody can find out an ID by trying. Each kind has one for each key, the newest first.
 */
export function digestMember(
  encryption: Pick<Encryption, 'digests'>,
  { baseUrl, partnerId }: Program,
  { serviceId, memberId }: MemberKeys,
): { ofServiceId: string[]; ofMemberId: string[] } {
  const digestsOf = (kind: string, id: string | null) =>
    id === null ? [] : encryption.digests(JSON.stringify([baseUrl, partnerId, kind, id]), CONTEXT);
  return { ofServiceId: digestsOf('id', serviceId), ofMemberId: digestsOf('member_id', memberId) };
}

const CONTEXT = 'erased member';
