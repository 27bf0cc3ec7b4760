import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import type { Client } from '#console/api/client.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { parseNumber } from '#console/lib/format/parse-number.ts';
import {
  type PointsOwedResponse,
  pointsOwedKey,
} from '#console/shared/loyalty/points-owed-query.ts';
import { showSuccess } from '#console/ui/feedback/toasts.ts';
import { TextField } from '#console/ui/form/text-field.tsx';
import { FormDialog } from '#console/ui/overlay/form-dialog.tsx';
import { type PointValue, setPointValue } from '#contract/gateway/points/points-owed.ts';
import { formatPointValue } from './format-money.ts';

interface PointValueDialogProps {
  readonly teamId: string;
  readonly directory: Client;
  readonly value: PointValue | null;
  readonly onClose: () => void;
}

export function PointValueDialog({ teamId, directory, value, onClose }: PointValueDialogProps) {
  const queryClient = useQueryClient();
  const [amount, setAmount] = useState(value ? String(value.amount) : '');
  const [currency, setCurrency] = useState(value?.currency ?? 'USD');
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const errors = {
    amount: checkField('amount', parseNumber(amount)),
    currency: checkField('currency', currency),
  };
  const change = useMutation({
    mutationFn: async () =>
      (
        await directory.request(setPointValue, {
          params: { team_id: teamId },
          body: { amount: parseNumber(amount) ?? Number.NaN, currency },
        })
      ).data,
    onSuccess: (saved) => {
      queryClient.setQueryData<PointsOwedResponse>(
        pointsOwedKey(teamId),
        (known) => known && { ...known, owed: { ...known.owed, point_value: saved } },
      );
      showSuccess(`A point is now worth ${formatPointValue(saved)}`);
      onClose();
    },
  });

  function handleSubmit() {
    setWasSubmitted(true);
    if (!errors.amount && !errors.currency) change.mutate();
  }

  const error = toUserFacingError(change.error, "Couldn't save the value of a point");
  return (
    <FormDialog
      title="Value of a point"
      description="What a point costs you when a member redeems it. The whole team sees points owed in this currency."
      action="Save"
      isPending={change.isPending}
      error={error}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <TextField
        label="Amount"
        inputMode="decimal"
        autoComplete="off"
        hint="For example 0.01 for a cent."
        value={amount}
        error={wasSubmitted ? errors.amount : undefined}
        onChange={({ target }) => setAmount(target.value)}
      />
      <TextField
        label="Currency"
        autoComplete="off"
        maxLength={3}
        hint="A code such as USD or EUR."
        value={currency}
        error={wasSubmitted ? errors.currency : undefined}
        onChange={({ target }) => setCurrency(target.value.toUpperCase())}
      />
    </FormDialog>
  );
}

/** The error of a field, in the words of the contract. */
function checkField(name: 'amount' | 'currency', value: unknown): string | undefined {
  return z.safeParse(setPointValue.body.shape[name], value).error?.issues[0]?.message;
}
