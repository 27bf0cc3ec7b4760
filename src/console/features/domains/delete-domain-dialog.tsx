import { type Query, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { isNotFoundOrForbidden } from '#console/api/errors/forbidden-message.ts';
import { isQueryLoading } from '#console/api/queries/is-query-loading.ts';
import { formatCount } from '#console/lib/format/format-number.ts';
import { useTeamId } from '#console/session/team.ts';
import { domainName } from '#console/shared/domains/display-domain-name.ts';
import { domainsKey } from '#console/shared/domains/domains-query.ts';
import {
  defaultExperience,
  type KnownExperience,
} from '#console/shared/domains/known-experiences.ts';
import { clearSuccess, showSuccess } from '#console/ui/feedback/toasts.ts';
import { ConfirmDialog } from '#console/ui/overlay/confirm-dialog.tsx';
import { type Domain, deleteDomain } from '#contract/advocacy/domains.ts';
import styles from './delete-domain-dialog.module.css';
import { type PublishedExperiences, publishedExperiencesQuery } from './domains-queries.ts';

interface DeleteDomainDialogProps {
  readonly domain: Domain;
  readonly experiences: readonly KnownExperience[];
  /** Called after the domain is deleted, before `onClose`. */
  readonly onDeleted?: () => void;
  readonly onClose: () => void;
}

/** Confirms deleting a domain, and names what goes offline. */
export function DeleteDomainDialog({
  domain,
  experiences,
  onDeleted,
  onClose,
}: DeleteDomainDialogProps) {
  const api = useApi();
  const teamId = useTeamId();
  const queryClient = useQueryClient();
  const name = domainName(domain);
  const root = defaultExperience(domain, experiences);
  // Refetched, because more may have been published since it was read.
  const published = useQuery({
    ...publishedExperiencesQuery(api, teamId, domain.id),
    staleTime: 0,
    gcTime: 0,
  });

  const isLoading = isQueryLoading(published);
  const queryKey = domainsKey(teamId);

  const remove = useMutation({
    mutationFn: () =>
      api.advocacy.request(deleteDomain, { params: { team_id: teamId, domain_id: domain.id } }),
    onSuccess: async () => {
      // What is still shown about the domain itself doesn't exist any more.
      const isAboutIt = (query: Query) => query.queryKey.at(-1) === domain.id;
      await queryClient.invalidateQueries({
        queryKey,
        refetchType: 'none',
        predicate: isAboutIt,
      });
      await queryClient.invalidateQueries({
        queryKey,
        predicate: (query) => !isAboutIt(query),
      });
      // Its earlier changes can't be undone any more.
      clearSuccess();
      showSuccess(`${name} was deleted`);
    },
    // Someone else deleted it first: refresh the list.
    onError: (error) =>
      isNotFoundOrForbidden(error) ? queryClient.invalidateQueries({ queryKey }) : undefined,
  });

  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      action="Delete domain"
      disabledReason={isLoading ? 'Still loading' : undefined}
      pending={remove.isPending}
      error={toUserFacingError(remove.error, "The domain wasn't deleted")}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            onDeleted?.();
            onClose();
          },
        })
      }
      onCancel={onClose}
    >
      {isLoading ? (
        <p>Looking up what is published on this domain…</p>
      ) : (
        <GoingOffline published={published.data} root={root} />
      )}
      <p>
        {published.data?.total !== 0 && 'Experiences are kept. '}
        Links in emails, QR codes and embedded boards that need this domain stop working. Patron
        can't list those.
      </p>
      <p>
        {domain.attributes.status === 'valid' && 'Its certificate is deleted. '}You or another team
        can add the domain again.
      </p>
    </ConfirmDialog>
  );
}

interface GoingOfflineProps {
  /** Undefined if the deployment can't list them, or the request failed. */
  readonly published: PublishedExperiences | undefined;
  /** The experience at the root of the domain. */
  readonly root: KnownExperience | undefined;
}

/** The experiences that go offline with a domain. */
function GoingOffline({ published, root }: GoingOfflineProps) {
  if (!published) {
    return (
      <p>
        {root ? (
          <>
            This takes <strong>{root.title}</strong> and all other experiences on this domain
            offline.
          </>
        ) : (
          'This takes all experiences on this domain offline.'
        )}
      </p>
    );
  }
  const { experiences, total } = published;
  const isRootElsewhere = root !== undefined && experiences.every(({ id }) => id !== root.id);
  return (
    <>
      {total === 0 ? (
        <p>No experiences are published on this domain.</p>
      ) : (
        <>
          <p>{formatCount(total, 'experience goes', 'experiences go')} offline:</p>
          <ul className={styles.experiences}>
            {experiences.map(({ id, attributes: { title, name, slug } }) => (
              <li key={id}>
                <strong>{title || name}</strong> <code>/{slug}</code>
              </li>
            ))}
            {total > experiences.length && <li>and {total - experiences.length} more</li>}
          </ul>
        </>
      )}
      {isRootElsewhere && (
        <p>
          The root of the domain no longer shows <strong>{root.title}</strong>.
        </p>
      )}
    </>
  );
}
