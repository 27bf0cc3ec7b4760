import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Star, Trash2 } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import type { Client } from '#console/api/client.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { formatCountdown } from '#console/lib/dates/format-countdown.ts';
import { formatDate } from '#console/lib/dates/format-date.ts';
import { paths } from '#console/paths.ts';
import { useCurrentUser } from '#console/session/current-user.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useStepUp } from '#console/session/session-context.ts';
import { Badge } from '#console/ui/badge.tsx';
import { Button } from '#console/ui/button/button.tsx';
import { showError, showSuccess } from '#console/ui/feedback/toasts.ts';
import { MenuItem } from '#console/ui/overlay/menu-item.tsx';
import { StatusDot } from '#console/ui/status-dot.tsx';
import { RowActions } from '#console/ui/table/row-actions.tsx';
import { IncompleteName } from '#console/ui/table/unreadable/unreadable-row.tsx';
import {
  type AuthenticationFactor,
  maskPhoneNumber,
} from '#contract/advocacy/authentication-factors.ts';
import { isIncomplete } from '#contract/reader.ts';
import { useSecondsUntilResend } from './enroll/resend-times.ts';
import { FactorIcon } from './factor-icon.tsx';
import { factorName, findFactorKind, isOutOfBand, isPending } from './factor-kinds.ts';
import { makeDefault } from './factor-requests.ts';
import styles from './factor-row.module.css';
import { invalidateFactors } from './factors-queries.ts';
import { usableFactors } from './usable-factors.ts';

interface FactorRowProps {
  readonly factor: AuthenticationFactor;
  readonly onDelete: (factor: AuthenticationFactor) => void;
}

export function FactorRow({ factor, onDelete }: FactorRowProps) {
  const navigate = useNavigate();
  const writeReason = useScopeReason('authentication_factors:write');
  const name = factorName(factor);
  const { external_id: number, created_at: createdAt } = factor.attributes;
  const { data: user } = useCurrentUser();
  const codesLeft = factor.meta?.recovery_codes_left;
  return (
    <li className={styles.row}>
      <FactorIcon kind={findFactorKind(factor)} />
      <div className={styles.text}>
        <p className={styles.name}>
          {isIncomplete(factor) ? <IncompleteName>{name}</IncompleteName> : name}
        </p>
        <p className={styles.facts}>
          {number && <span>{maskPhoneNumber(number)}</span>}
          {factor.attributes.channel === 'email' && user?.email && <span>{user.email}</span>}
          {isPending(factor) ? (
            <PendingFact factor={factor} />
          ) : (
            isDate(createdAt) && <span>Added {formatDate(new Date(createdAt))}</span>
          )}
          {codesLeft !== undefined && <span>{codesLeft} of 10 left</span>}
        </p>
      </div>
      <div className={styles.state}>
        {factor.meta?.default && <Badge>Default</Badge>}
        <FactorStatus factor={factor} />
      </div>
      <div className={styles.actions}>
        {isPending(factor) && (
          <Button
            disabledReason={writeReason}
            onClick={() => void navigate(paths.verifyFactor(factor.id))}
          >
            Verify
          </Button>
        )}
        <RowActions row={name}>
          <MakeDefaultItem factor={factor} />
          <MenuItem
            icon={<Trash2 />}
            danger
            disabledReason={writeReason}
            onSelect={() => onDelete(factor)}
          >
            Remove
          </MenuItem>
        </RowActions>
      </div>
    </li>
  );
}

/** Absent where it is the default already, can't be it, or the deployment has no such API. */
function MakeDefaultItem({ factor }: { readonly factor: AuthenticationFactor }) {
  const { account } = useApi();
  const stepUp = useStepUp();
  const queryClient = useQueryClient();
  const disabledReason = useScopeReason('authentication_factors:write');
  const name = factorName(factor);
  const choose = useMutation({
    mutationFn: async (api: Client) =>
      stepUp.withIdToken((idToken) => makeDefault(api, factor.id, idToken)),
    onSuccess: async () => {
      showSuccess(`${name} is now your default method`);
      await invalidateFactors(queryClient);
    },
    onError: (error) => {
      const message = toUserFacingError(error, "The default wasn't changed");
      if (message) showError(message);
    },
  });
  if (!account || factor.meta?.default || usableFactors([factor]).length === 0) return null;
  return (
    <MenuItem
      icon={<Star />}
      disabledReason={disabledReason}
      onSelect={() => choose.mutate(account)}
    >
      Make default
    </MenuItem>
  );
}

function FactorStatus({ factor }: { readonly factor: AuthenticationFactor }) {
  const { status } = factor.attributes;
  if (isPending(factor)) return <StatusDot tone="soon">Pending</StatusDot>;
  // An active one is what everyone expects.
  if (!status || status === 'active') return null;
  return <StatusDot tone="off">{status}</StatusDot>;
}

function PendingFact({ factor }: { readonly factor: AuthenticationFactor }) {
  const wait = useSecondsUntilResend(factor);
  if (isOutOfBand(factor) && wait > 0) return <span>New code in {formatCountdown(wait)}</span>;
  return <span>Not verified yet</span>;
}

function isDate(text: string | undefined): text is string {
  return text !== undefined && !Number.isNaN(Date.parse(text));
}
