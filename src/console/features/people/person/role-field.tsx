import type { ComponentProps } from 'react';
import { SelectField } from '#console/ui/form/select-field.tsx';
import type { TeamRole } from '#contract/people/people.ts';
import { SUPPORT_EXPORT_MAX } from '#contract/roles/role-table.ts';

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
  if (role.can_administer) {
    return role.can_write
      ? 'Can make any change, manage people and see the audit log.'
      : 'Can view everything, with people and the audit log, but not change anything.';
  }
  if (role.can_write) {
    return "Can change members, accounts, domains and jobs, but can't manage people, keys or webhooks.";
  }
  return role.kind === 'support'
    ? `Can edit one member at a time, adjust points up to a limit, and export up to ${SUPPORT_EXPORT_MAX} selected members.`
    : 'Can view but not change anything.';
}
