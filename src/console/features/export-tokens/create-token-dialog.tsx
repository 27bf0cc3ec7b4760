import { useState } from 'react';
import type { Client } from '#console/api/client.ts';
import { useTeamId } from '#console/session/team.ts';
import { CreateCredentialDialog } from '#console/shared/credentials/create-credential-dialog.tsx';
import { SelectField } from '#console/ui/form/select-field.tsx';
import { createExportToken } from '#contract/people/export-tokens.ts';
import { exportTokensKey } from './export-tokens-query.ts';

const DAY_MS = 86_400_000;
/** Without days, a token works for as long as it may. */
const EXPIRIES = [
  { label: 'In 30 days', days: 30 },
  { label: 'In 90 days', days: 90 },
  { label: 'In a year', days: undefined },
] as const;

interface CreateTokenDialogProps {
  readonly rules: Client;
  readonly onClose: () => void;
}

/** Creates a token with a name and an expiry. */
export function CreateTokenDialog({ rules, onClose }: CreateTokenDialogProps) {
  const teamId = useTeamId();
  const [expiry, setExpiry] = useState<string>(EXPIRIES[1].label);
  const days = EXPIRIES.find(({ label }) => label === expiry)?.days;
  return (
    <CreateCredentialDialog
      title="Create export token"
      description="Its name is in the audit log, so name it after the auditor or system that uses it."
      action="Create token"
      errorTitle="The token wasn't created"
      create={async (name, idToken) => {
        const expiresAt = days && new Date(Date.now() + days * DAY_MS).toISOString();
        const { data } = await rules.request(createExportToken, {
          params: { team_id: teamId },
          body: { name, ...(expiresAt && { expires_at: expiresAt }) },
          idToken,
        });
        return data.token;
      }}
      listKey={exportTokensKey(teamId)}
      secret={{
        title: 'Copy your token',
        description:
          "You won't see it again. Send it in the header “Authorization”, after “Bearer” and a space.",
        label: 'Export token',
      }}
      onClose={onClose}
    >
      <SelectField
        label="Expires"
        value={expiry}
        onChange={({ target }) => setExpiry(target.value)}
      >
        {EXPIRIES.map(({ label }) => (
          <option key={label}>{label}</option>
        ))}
      </SelectField>
    </CreateCredentialDialog>
  );
}
