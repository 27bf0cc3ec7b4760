import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useApi } from '#console/api/api-context.ts';
import { splitFieldErrors } from '#console/api/errors/field-errors.ts';
import { useScopeReason } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { useToast } from '#console/ui/feedback/toast.tsx';
import { FormShell } from '#console/ui/form/form-shell.tsx';
import { SelectField } from '#console/ui/form/select-field.tsx';
import { TextField } from '#console/ui/form/text-field.tsx';
import { type Domain, updateDomain } from '#contract/advocacy/domains.ts';
import { displayDomainName } from './display-domain-name.ts';
import { domainsKey } from './domains-queries.ts';
import { defaultExperience, type KnownExperience } from './experience/known-experiences.ts';
import { chosenExperienceId, NONE, OTHER } from './experience-choice.ts';

interface DefaultExperienceFormProps {
  readonly title: string;
  readonly domain: Domain;
  readonly experiences: readonly KnownExperience[];
  readonly onClose: () => void;
}

/** Chooses the experience at the root of a domain. The API lists none, so an id can be typed. */
export function DefaultExperienceForm(props: DefaultExperienceFormProps) {
  const { domain, experiences, onClose } = props;
  const current = defaultExperience(domain, experiences)?.id ?? NONE;
  const [choice, setChoice] = useState(current);
  const [typed, setTyped] = useState('');
  const [isTypedWrong, setTypedWrong] = useState(false);
  const save = useSaveExperience(domain);
  const refusal = save.error
    ? splitFieldErrors(save.error, ['default_experience_id'], "The default experience wasn't set")
    : undefined;
  const refused = refusal?.fields.default_experience_id;

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const id = chosenExperienceId(choice, typed);
    setTypedWrong(id === undefined);
    if (id === undefined) event.currentTarget.querySelector('input')?.focus();
    else save.mutate(id, { onSuccess: onClose });
  }

  return (
    <FormShell
      title={props.title}
      description={`What visitors see who open ${displayDomainName(domain.attributes.name)} without a path.`}
      loading={false}
      submitError={refusal?.formError}
      submitting={save.isPending}
      submitLabel="Save"
      disabledReason={useScopeReason('domains:write')}
      dirty={(choice !== current || typed !== '') && !save.isSuccess}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <SelectField
        label="Default experience"
        value={choice}
        error={choice === OTHER ? undefined : refused}
        onChange={(event) => {
          save.reset();
          setChoice(event.target.value);
        }}
      >
        <option value={NONE}>None</option>
        {withCurrent(experiences, domain).map(({ id, title }) => (
          <option key={id} value={id}>
            {title} ({id})
          </option>
        ))}
        <option value={OTHER}>Another, by its ID</option>
      </SelectField>
      {choice === OTHER && (
        <TextField
          label="Experience ID"
          hint="A whole number. An experience of this team."
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          error={isTypedWrong ? 'Enter a whole number' : refused}
          onChange={(event) => {
            save.reset();
            setTypedWrong(false);
            setTyped(event.target.value);
          }}
        />
      )}
    </FormShell>
  );
}

/** The one that is set stands in the choice even where it did not come along. */
function withCurrent(
  experiences: readonly KnownExperience[],
  domain: Domain,
): readonly KnownExperience[] {
  const current = defaultExperience(domain, experiences);
  const isKnown = experiences.some(({ id }) => id === current?.id);
  return current && !isKnown ? [current, ...experiences] : experiences;
}

function useSaveExperience(domain: Domain) {
  const api = useApi();
  const teamId = useTeamId();
  const queryClient = useQueryClient();
  const { showSuccess } = useToast();
  return useMutation({
    mutationFn: (experienceId: number | null) =>
      api.advocacy.request(updateDomain, {
        params: { team_id: teamId, domain_id: domain.id },
        body: {
          data: {
            type: 'domain',
            id: domain.id,
            attributes: { default_experience_id: experienceId },
          },
        },
      }),
    onSuccess: async (_reply, experienceId) => {
      await queryClient.invalidateQueries({ queryKey: domainsKey(teamId) });
      const name = displayDomainName(domain.attributes.name);
      const act = experienceId === null ? 'has no default experience' : 'has a default experience';
      showSuccess(`${name} now ${act}.`);
    },
  });
}
