import { LayoutTemplate, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#console/paths.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useTeamId } from '#console/session/team.ts';
import { knownExperiences } from '#console/shared/domains/known-experiences.ts';
import { Button } from '#console/ui/button/button.tsx';
import { DeleteDomainDialog } from './delete-domain-dialog.tsx';
import type { DomainDetails } from './domains-queries.ts';

/** The buttons of a domain. Deleting it leads to the list. */
export function DomainActions({ domain, experience }: DomainDetails) {
  const teamId = useTeamId();
  const navigate = useNavigate();
  const disabledReason = useScopeReason('domains:write');
  const [isDeleting, setIsDeleting] = useState(false);
  return (
    <>
      <Button icon={<Trash2 />} disabledReason={disabledReason} onClick={() => setIsDeleting(true)}>
        Delete
      </Button>
      <Button
        icon={<LayoutTemplate />}
        disabledReason={disabledReason}
        onClick={() => void navigate(paths.domainExperience(teamId, domain.id))}
      >
        Set default experience
      </Button>
      {isDeleting && (
        <DeleteDomainDialog
          domain={domain}
          experiences={knownExperiences(experience && [experience])}
          onDeleted={() => void navigate(paths.domains(teamId), { replace: true })}
          onClose={() => setIsDeleting(false)}
        />
      )}
    </>
  );
}
