import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { isNotFoundOrForbidden } from '#console/api/errors/forbidden-message.ts';
import { useTeamId } from '#console/session/team.ts';
import { useToast } from '#console/ui/feedback/toast.tsx';
import { ConfirmDialog } from '#console/ui/overlay/confirm-dialog.tsx';
import { type Domain, deleteDomain } from '#contract/advocacy/domains.ts';
import { displayDomainName } from './display-domain-name.ts';
import { domainsKey } from './domains-queries.ts';
import { defaultExperience, type KnownExperience } from './experience/known-experiences.ts';

interface DeleteDomainDialogProps {
  readonly domain: Domain;
  readonly experiences: readonly KnownExperience[];
  /** Called after the domain is deleted, before `onClose`. */
  readonly onDeleted?: () => void;
  readonly onClose: () => void;
}

/** Confirms deleting a domain, and names the experience that goes offline. */
export function DeleteDomainDialog({
  domain,
  experiences,
  onDeleted,
  onClose,
}: DeleteDomainDialogProps) {
  const api = useApi();
  const teamId = useTeamId();
  const queryClient = useQueryClient();
  const { showSuccess } = useToast();
  const name = displayDomainName(domain.attributes.name);
  const experience = defaultExperience(domain, experiences);

  const refresh = () => queryClient.invalidateQueries({ queryKey: domainsKey(teamId) });

  const remove = useMutation({
    mutationFn: () =>
      api.advocacy.request(deleteDomain, { params: { team_id: teamId, domain_id: domain.id } }),
    onSuccess: async () => {
      await refresh();
      showSuccess(`${name} was deleted.`);
    },
    // Someone else deleted it first: refresh the list.
    onError: (error) => (isNotFoundOrForbidden(error) ? refresh() : undefined),
  });

  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      action="Delete domain"
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
      {experience ? (
        <p>
          This takes <strong>{experience.title}</strong> and all other experiences on this domain
          offline. They are kept.
        </p>
      ) : (
        <p>This takes all experiences on this domain offline. They are kept.</p>
      )}
      <p>The certificate is deleted. You or another team can add the domain again.</p>
    </ConfirmDialog>
  );
}
