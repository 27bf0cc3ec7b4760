import { type ReactNode, use } from 'react';
import { askAdministrators } from '#console/lib/ask-administrators.ts';
import { useCurrentTeam } from '#console/session/team.ts';
import stateStyles from '#console/shared/panel-state.module.css';
import { Card, CardSection } from '#console/ui/card.tsx';
import { Administrators } from '#console/ui/page/administrators.ts';

interface AdministratorsSectionProps {
  readonly title: string;
  /** What it shows, for sentences: "webhooks". */
  readonly what: string;
  readonly children: ReactNode;
}

/** A section that only administrators see; others learn how to get access. */
export function AdministratorsSection({ title, what, children }: AdministratorsSectionProps) {
  const isAdministrator = useCurrentTeam()?.meta?.can_administer !== false;
  const advice = askAdministrators(use(Administrators));
  if (isAdministrator) return children;
  return (
    <Card>
      <CardSection title={title}>
        <p className={stateStyles.note}>
          Only administrators can see {what}. {advice}
        </p>
      </CardSection>
    </Card>
  );
}
