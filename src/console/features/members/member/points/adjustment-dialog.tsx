import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useApi } from '#console/api/api-context.ts';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { parseWholeNumber } from '#console/lib/format/parse-number.ts';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { useTeamId } from '#console/session/team.ts';
import { formatLoyaltyDate } from '#console/shared/loyalty/format-loyalty-date.ts';
import { programQuery } from '#console/shared/loyalty/program-query.ts';
import { TextField } from '#console/ui/form/text-field.tsx';
import { FormDialog } from '#console/ui/overlay/form-dialog.tsx';
import { ADJUSTMENT_MAX, type Adjustment, REASON_MAX_LENGTH } from '#contract/points/adjustment.ts';
import type { Program } from '#contract/program/program.ts';
import type { Read } from '#contract/readers/reader-types.ts';

const DAY_MS = 86_400_000;

interface AdjustmentDialogProps {
  readonly title: string;
  readonly description: string;
  /** Of the field for the points: "Points". */
  readonly label: string;
  /** Shown until there is a valid number. */
  readonly hint: string;
  /** What the adjustment leads to: "New balance: 450 points." */
  readonly describeEffect: (points: number) => string;
  /** Why a number that can be an adjustment can't be this one. */
  readonly findError?: (points: number) => string | undefined;
  readonly error: UserFacingError | undefined;
  readonly isPending: boolean;
  readonly onSubmit: (adjustment: Adjustment) => void;
  readonly onClose: () => void;
}

export function AdjustmentDialog(props: AdjustmentDialogProps) {
  const { title, description, label, hint, describeEffect, error, isPending, onSubmit, onClose } =
    props;
  const [text, setText] = useState('');
  const [reason, setReason] = useState('');
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const pointsRef = useRef<HTMLInputElement>(null);
  const reasonRef = useRef<HTMLInputElement>(null);
  const { data: program } = useQuery(programQuery(useApi(), useTeamId()));
  const points = parseWholeNumber(text);
  const pointsError = checkPoints(points) ?? props.findError?.(points ?? 0);
  const reasonError = reason.trim() === '' ? 'Enter a reason' : undefined;

  function effectOf(amount: number): string {
    const effect = describeEffect(amount);
    return amount > 0 && program ? `${effect} ${describeExpiry(program, new Date())}` : effect;
  }

  function handleSubmit() {
    setWasSubmitted(true);
    if (points === undefined || pointsError) return pointsRef.current?.focus();
    if (reasonError) return reasonRef.current?.focus();
    onSubmit({ points, reason: reason.trim() });
  }
  return (
    <FormDialog
      title={title}
      description={description}
      action="Adjust points"
      isPending={isPending}
      error={error}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <TextField
        ref={pointsRef}
        label={label}
        inputMode="numeric"
        autoComplete="off"
        value={text}
        hint={points === undefined || pointsError ? hint : effectOf(points)}
        error={wasSubmitted ? pointsError : undefined}
        onChange={({ target }) => setText(target.value)}
      />
      <TextField
        ref={reasonRef}
        label="Reason"
        autoComplete="off"
        maxLength={REASON_MAX_LENGTH}
        value={reason}
        error={wasSubmitted ? reasonError : undefined}
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  );
}

/** When points that are added now expire: "Added points expire on Nov 28, 2027." */
export function describeExpiry(
  { points: { expiry } }: { readonly points: Read<Program['points']> },
  now: Date,
): string {
  if (expiry?.days === undefined) return "Added points don't expire.";
  const day = new Date(now.getTime() + expiry.days * DAY_MS).toISOString().slice(0, 10);
  return `Added points expire on ${formatLoyaltyDate(day)}.`;
}

function checkPoints(points: number | undefined): string | undefined {
  if (points === undefined || points === 0) return 'Enter a whole number, such as 200 or −50';
  return Math.abs(points) > ADJUSTMENT_MAX ? `At most ${formatNumber(ADJUSTMENT_MAX)}` : undefined;
}
