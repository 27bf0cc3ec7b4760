import { skipToken, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { requestDirectory } from '#console/features/members/directory-members.ts';
import { fieldMessage } from '#console/features/members/form/member-form-errors.ts';
import type { MemberFormValues } from '#console/features/members/form/member-form-values.ts';
import { memberName, memberPath } from '#console/features/members/member-name.ts';
import { membersKey } from '#console/features/members/members-queries.ts';
import { FIRST_PAGE } from '#console/features/members/members-view.ts';
import { useTeamId } from '#console/session/team.ts';
import { type ContactName, isSameContact, toContact } from './contact.ts';
import { MemberTextField } from './member-text-field.tsx';

interface ContactFieldProps {
  readonly name: keyof typeof KINDS;
  readonly type: 'email' | 'tel';
  /** The saved member; undefined for a new one. */
  readonly memberId: string | undefined;
  /** A hint that follows what is typed. */
  readonly preview?: (typed: string) => string;
}

/** An email address or a phone number. Two members may have the same one: says who has it already, with a link. */
export function ContactField({ name, type, memberId, preview }: ContactFieldProps) {
  const teamId = useTeamId();
  const { control, getFieldState, formState } = useFormContext<MemberFormValues>();
  const typed = useWatch({ control, name });
  const other = useMemberWith(
    name,
    typed === formState.defaultValues?.[name] ? '' : typed,
    memberId,
  );
  const { error } = fieldMessage(getFieldState(name, formState).error);
  const hint = (preview || other) && (
    <>
      {preview?.(typed)} {other && <Link to={memberPath(teamId, other)}>Open this member</Link>}
    </>
  );
  return (
    <MemberTextField
      name={name}
      type={type}
      // Errors say what to type themselves.
      hint={error === undefined ? hint : undefined}
      notice={other && `${memberName(other)} has this ${KINDS[name]}, too.`}
    />
  );
}

const KINDS = { email_address: 'email address', phone_number: 'phone number' };
/** The smallest page of the directory. */
const SEARCHED_MEMBERS = 50;
const CHECK_INTERVAL_MS = 3_000;

/** Another member with the same value; none without a directory. */
export function useMemberWith(name: ContactName, typed: string, memberId: string | undefined) {
  const { directory } = useApi();
  const teamId = useTeamId();
  const contact = useDeferredValue(toContact(name, typed));
  const { data } = useQuery({
    queryKey: [...membersKey(teamId), 'contact', name, contact],
    queryFn:
      directory && contact !== undefined
        ? async ({ signal }) => {
            const view = {
              ...FIRST_PAGE,
              filter: { q: contact },
              count: SEARCHED_MEMBERS,
            } as const;
            return (await requestDirectory(directory, teamId, view, signal)).members ?? null;
          }
        : skipToken,
    retry: false,
    // Until the directory can be used.
    refetchInterval: ({ state }) => (state.data === null ? CHECK_INTERVAL_MS : false),
  });
  return data?.find(
    (member) => member.id !== memberId && isSameContact(name, member[name], contact),
  );
}
