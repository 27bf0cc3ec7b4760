import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useApi } from '#console/api/api-context.ts';
import type { Client } from '#console/api/client.ts';
import { splitFieldErrors } from '#console/api/errors/field-errors.ts';
import { personName } from '#console/features/people/person/person.ts';
import { formatCount } from '#console/lib/format/format-number.ts';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { CURRENT_USER_KEY } from '#console/session/current-user.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useStepUp } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { peopleQuery } from '#console/shared/people/people-query.ts';
import { Button } from '#console/ui/button/button.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { showSuccess } from '#console/ui/feedback/toasts.ts';
import { DiscardDialog } from '#console/ui/form/discard-dialog.tsx';
import { keepButtonsInPlace } from '#console/ui/form/form-shell.tsx';
import { SelectField } from '#console/ui/form/select-field.tsx';
import { TextareaField, TextField } from '#console/ui/form/text-field.tsx';
import { useLeaveConfirmation } from '#console/ui/form/use-leave-confirmation.ts';
import { SECOND_STEP_DAYS, type TeamRules, updateTeamRules } from '#contract/people/team-rules.ts';
import { RULE_FIELDS, type RulesForm, rulesFormSchema, toChange, toForm } from './rules-form.ts';
import { rulesQuery } from './rules-query.ts';
import styles from './team-rules-form.module.css';

const SESSION_HOURS = [1, 4, 8, 12, 24, 72, 168];
/** More names than this don't help. */
const MAX_NAMES = 5;

interface TeamRulesFormProps {
  readonly rules: Client;
  readonly saved: TeamRules;
}

export function TeamRulesForm({ rules, saved }: TeamRulesFormProps) {
  const teamId = useTeamId();
  const stepUp = useStepUp();
  const queryClient = useQueryClient();
  const errorRef = useRef<HTMLDivElement>(null);
  const [submitError, setSubmitError] = useState<UserFacingError>();
  const values = toForm(saved);
  const { register, handleSubmit, reset, watch, formState, setError } = useForm<RulesForm>({
    resolver: standardSchemaResolver(rulesFormSchema),
    values,
    resetOptions: { keepDirtyValues: true },
    mode: 'onTouched',
  });
  useEffect(() => {
    if (submitError) errorRef.current?.focus();
  }, [submitError]);
  const save = useMutation({
    mutationFn: async (form: RulesForm) => {
      const { data } = await stepUp.withIdToken((idToken) =>
        rules.request(updateTeamRules, {
          params: { team_id: teamId },
          body: toChange(form, values),
          idToken,
        }),
      );
      return data;
    },
    onSuccess: (data) => {
      queryClient.setQueryData(rulesQuery(rules, teamId).queryKey, data);
      reset(toForm(data));
      showSuccess('Rules saved');
      return queryClient.invalidateQueries({ queryKey: CURRENT_USER_KEY });
    },
    onError: (error) => {
      const { fields, formError } = splitFieldErrors(error, RULE_FIELDS, "The rules weren't saved");
      setSubmitError(formError);
      for (const field of RULE_FIELDS) {
        const message = fields[field];
        if (message) setError(field, { message }, { shouldFocus: !formError });
      }
    },
  });
  const form = watch();
  const isChanged = Object.keys(toChange(form, values)).length > 0;
  const { question } = useLeaveConfirmation(isChanged, save.isPending);
  const writeReason = useScopeReason('users:write');
  const isNewlyRequired = form.second_step === 'required' && values.second_step !== 'required';
  const notice = useSecondStepNotice();
  const { errors } = formState;
  return (
    <form
      noValidate
      className={styles.form}
      {...keepButtonsInPlace}
      onSubmit={handleSubmit((submitted) => {
        setSubmitError(undefined);
        save.mutate(submitted);
      })}
    >
      {submitError && <ErrorNotice ref={errorRef} error={submitError} />}
      <SelectField
        label="Second step"
        hint="A passkey, a code from an app or to a phone, or single sign-on. Codes by email don't count."
        error={errors.second_step?.message}
        notice={isNewlyRequired ? notice : undefined}
        {...register('second_step')}
      >
        <option value="optional">Optional</option>
        <option value="required">Required</option>
      </SelectField>
      <SelectField
        label="Session length"
        hint="How long after signing in people can use this team. Then they have to sign in again."
        error={errors.session_hours?.message}
        {...register('session_hours')}
      >
        <option value="">As long as they stay signed in</option>
        {sessionHours(saved.session_hours).map((hours) => (
          <option key={hours} value={hours}>
            {hours % 24 === 0 && hours > 24
              ? formatCount(hours / 24, 'day')
              : formatCount(hours, 'hour')}
          </option>
        ))}
      </SelectField>
      <TextareaField
        label="Allowed networks"
        optional
        rows={4}
        spellCheck={false}
        hint="One per line, such as 203.0.113.0/24. Leave it empty to allow all."
        error={errors.networks?.message}
        {...register('networks')}
      />
      <TextField
        label="Support limit"
        inputMode="numeric"
        hint="Support agents can adjust up to this many points at a time, and ten times as many a day."
        error={errors.support_points_max?.message}
        {...register('support_points_max')}
      />
      <div>
        <Button
          type="submit"
          variant="primary"
          loading={save.isPending}
          disabledReason={writeReason ?? (isChanged ? undefined : 'No changes to save')}
        >
          Save rules
        </Button>
      </div>
      <DiscardDialog question={question} submitting={save.isPending} />
    </form>
  );
}

/** The choices, with the saved one if it is another. */
function sessionHours(saved: number | null): number[] {
  if (saved === null || SESSION_HOURS.includes(saved)) return SESSION_HOURS;
  return [...SESSION_HOURS, saved].toSorted((a, b) => a - b);
}

/** Says which people have to add a second step once it is required. */
function useSecondStepNotice(): string | undefined {
  const people = useQuery(peopleQuery(useApi(), useTeamId())).data?.people ?? [];
  const without = people.filter(
    ({ kind, second_step: step }) => kind === 'user' && step === 'none',
  );
  if (without.length === 0) return undefined;
  const names = without.slice(0, MAX_NAMES).map(personName);
  const others = without.length - names.length;
  const list = [...names, ...(others > 0 ? [`${others} more`] : [])];
  return `${new Intl.ListFormat('en').format(list)} ${without.length === 1 ? 'has' : 'have'} none yet. They get an email, and have ${SECOND_STEP_DAYS} days to add one.`;
}
