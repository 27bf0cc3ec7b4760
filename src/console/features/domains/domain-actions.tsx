import { LayoutTemplate, Trash2 } from 'lucide-react';
import { useScopeReason } from '#console/session/session-context.ts';
import { MenuItem } from '#console/ui/overlay/menu-item.tsx';
import type { Domain } from '#contract/advocacy/domains.ts';

interface DomainActionsProps {
  readonly domain: Domain;
  readonly onSetExperience: (domain: Domain) => void;
  readonly onDelete: (domain: Domain) => void;
}

/** The menu items of a domain. */
export function DomainActions({ domain, onSetExperience, onDelete }: DomainActionsProps) {
  const disabledReason = useScopeReason('domains:write');
  return (
    <>
      <MenuItem
        icon={<LayoutTemplate />}
        disabledReason={disabledReason}
        onSelect={() => onSetExperience(domain)}
      >
        Set default experience
      </MenuItem>
      <MenuItem
        icon={<Trash2 />}
        danger
        disabledReason={disabledReason}
        onSelect={() => onDelete(domain)}
      >
        Delete
      </MenuItem>
    </>
  );
}
