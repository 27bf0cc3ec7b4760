import { LayoutTemplate, Trash2 } from 'lucide-react';
import { useScopeReason } from '#console/session/session-context.ts';
import { MenuItem } from '#console/ui/overlay/menu-item.tsx';
import { RowActions } from '#console/ui/table/row-actions.tsx';
import type { Domain } from '#contract/advocacy/domains.ts';
import { displayDomainName } from './display-domain-name.ts';

interface DomainActionsProps {
  readonly domain: Domain;
  readonly onSetExperience: (domain: Domain) => void;
  readonly onDelete: (domain: Domain) => void;
}

/** What can be done with a domain. */
export function DomainActions({ domain, onSetExperience, onDelete }: DomainActionsProps) {
  const disabledReason = useScopeReason('domains:write');
  return (
    <RowActions row={displayDomainName(domain.attributes.name)}>
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
    </RowActions>
  );
}
