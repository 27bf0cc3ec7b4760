import { Unplug } from 'lucide-react';
import { EmptyState } from '#console/ui/page/list-states.tsx';

/** The state of a loyalty list when no program is connected to the team: the gateway sends 404. */
export function NoLoyaltyProgram({ what }: { readonly what: string }) {
  return (
    <EmptyState icon={<Unplug />} title="This team has no loyalty program">
      <p>{what} appear here once your Patron administrator connects a program.</p>
    </EmptyState>
  );
}
