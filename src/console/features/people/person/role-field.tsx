import type { ComponentProps } from 'react';
import { SelectField } from '#console/ui/form/select-field.tsx';
import type { TeamRole } from '#contract/people/people.ts';

interface RoleFieldProps extends Omit<ComponentProps<typeof SelectField>, 'label' | 'hint'> {
  readonly roles: readonly TeamRole[];
  readonly chosen: string | undefined;
}

/** A choice of the team's roles, with what the chosen one can do. */
export function RoleField({ roles, chosen, children, ...select }: RoleFieldProps) {
  return (
    <SelectField
      {...select}
      label="Role"
      hint={roleSummary(roles.find(({ name }) => name === chosen))}
    >
      {children}
      {roles.map(({ name }) => (
        <option key={name}>{name}</option>
      ))}
    </SelectField>
  );
}

function roleSummary(role: TeamRole | undefined): string | undefined {
  if (!role) return undefined;
  if (role.can_administer) return 'Can make any change, manage people and see the audit log.';
  return role.can_write
    ? "Can make changes, but can't manage people."
    : 'Can view but not change anything.';
}
