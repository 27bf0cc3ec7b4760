import { Check, Minus } from 'lucide-react';
import { RESOURCE_LABELS } from '#console/api/errors/missing-scope.ts';
import { askAdministrators } from '#console/lib/ask-administrators.ts';
import { capitalize } from '#console/lib/format/capitalize.ts';
import { attributeLabel } from '#console/lib/format/format-attribute.ts';
import { isForbiddenByRole } from '#console/session/scope-reason.ts';
import { listResourceAccess } from '#console/session/scope-table.ts';
import { useConfig, useGrantedScopes } from '#console/session/session-context.ts';
import { useCurrentTeam } from '#console/session/team.ts';
import { Button } from '#console/ui/button/button.tsx';
import { Dialog, DialogFooter } from '#console/ui/overlay/dialog.tsx';
import { VisuallyHidden } from '#console/ui/visually-hidden.tsx';
import type { Team } from '#contract/advocacy/teams.ts';
import styles from './scopes-dialog.module.css';

/** What the user can do in the team, and the scopes of the session by resource. */
export function ScopesDialog({ onClose }: { readonly onClose: () => void }) {
  const { advocacy } = useConfig();
  const team = useCurrentTeam();
  const rows = listResourceAccess(useGrantedScopes() ?? [], advocacy.scopes);
  return (
    <Dialog
      title="Permissions"
      description={team ? roleSentence(team) : 'What you can view and change.'}
      onClose={onClose}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section tabIndex={0} aria-label="Scopes" className={styles.scroller}>
        <table className={styles.scopes} aria-label="Permissions">
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">View</th>
              <th scope="col">Change</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ resource, read, write }) => (
              <tr key={resource}>
                <th scope="row">
                  {resourceLabel(resource)} <code>{resource}</code>
                </th>
                <Granted isGranted={read} />
                <Granted isGranted={write && canChange(resource, team?.meta)} />
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
      </DialogFooter>
    </Dialog>
  );
}

function canChange(resource: string, meta: Team['meta']): boolean {
  if (meta?.role_kind === 'support' && resource === 'teams') return true;
  return !isForbiddenByRole(`${resource}:write`, meta);
}

function resourceLabel(resource: string): string {
  const label = RESOURCE_LABELS[resource] ?? attributeLabel(resource);
  return capitalize(label);
}

/** "Northwind: you can view but not change anything. Ask Ana (administrator)." */
function roleSentence({ attributes, meta }: Team): string {
  const { name } = attributes;
  if (meta?.can_administer && meta.can_write)
    return `${name}: you can make any change and manage people.`;
  if (meta?.can_write) return `${name}: you can make changes, but can't manage people.`;
  if (meta?.role_kind === 'support') {
    return `${name}: you can view everything and edit one member at a time. ${askAdministrators(meta.administrators)}`;
  }
  if (meta?.can_write === undefined) return `${name}: what you can view and change.`;
  return `${name}: you can view but not change anything. ${askAdministrators(meta.administrators)}`;
}

function Granted({ isGranted }: { readonly isGranted: boolean }) {
  return (
    <td data-granted={isGranted}>
      {isGranted ? <Check /> : <Minus />}
      <VisuallyHidden>{isGranted ? 'Yes' : 'No'}</VisuallyHidden>
    </td>
  );
}
