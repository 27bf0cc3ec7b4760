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
  readonly onClose: () => void;
}

/** Asks before a domain is deleted, and names the experience that detaches. */
export function DeleteDomainDialog({ domain, experiences, onClose }: DeleteDomainDialogProps) {
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
      showSuccess(`${name} is deleted.`);
    },
    // Somebody else was faster: the list beneath has to know.
    onError: (error) => (isNotFoundOrForbidden(error) ? refresh() : undefined),
  });

  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      action="Delete domain"
      pending={remove.isPending}
      error={toUserFacingError(remove.error, "The domain wasn't deleted")}
      onConfirm={() => remove.mutate(undefined, { onSuccess: onClose })}
      onCancel={onClose}
    >
      {experience ? (
        <p>
          <strong>{experience.title}</strong> and every other experience that is published on it are
          detached. They are kept, but nobody can open them at {name} any more.
        </p>
      ) : (
        <p>
          Experiences that are published on it are detached. They are kept, but nobody can open them
          at {name} any more.
        </p>
      )}
      <p>Its certificate goes too. The name can be added again, by this team or another.</p>
    </ConfirmDialog>
  );
}
