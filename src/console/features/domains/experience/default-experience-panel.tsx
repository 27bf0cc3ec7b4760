import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useApi } from '#console/api/api-context.ts';
import { toLoadError } from '#console/api/errors/error-messages.ts';
import { splitFieldErrors } from '#console/api/errors/field-errors.ts';
import { publishedExperiencesQuery } from '#console/features/domains/domains-queries.ts';
import { usePathParams } from '#console/lib/url/path-params.ts';
import { paths } from '#console/paths.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useTeamId } from '#console/session/team.ts';
import { domainName } from '#console/shared/domains/display-domain-name.ts';
import { domainsKey, domainsQuery } from '#console/shared/domains/domains-query.ts';
import {
  defaultExperience,
  type KnownExperience,
} from '#console/shared/domains/known-experiences.ts';
import { useUndoAction } from '#console/shared/use-undo-action.ts';
import { showSuccess } from '#console/ui/feedback/toasts.ts';
import { FormShell } from '#console/ui/form/form-shell.tsx';
import { SelectField } from '#console/ui/form/select-field.tsx';
import { TextField } from '#console/ui/form/text-field.tsx';
import { useClosePanel } from '#console/ui/overlay/use-close-panel.ts';
import { type Domain, updateDomain } from '#contract/advocacy/domains.ts';
import { NONE, OTHER, parseExperienceChoice } from './experience-choice.ts';

const TITLE = 'Set default experience';
const NOT_FOUND = {
  title: 'Domain not found',
  detail: 'It may have been deleted, or you may not have access to it.',
};

/** Sets the experience at the root of a domain. */
export function DefaultExperiencePanel() {
  const teamId = useTeamId();
  const { domainId } = usePathParams();
  const list = useQuery(domainsQuery(useApi(), teamId));
  const domain = list.data?.domains.find(({ id }) => id === domainId);
  const close = useClosePanel(paths.domains(teamId));

  if (!list.data || !domain) {
    return (
      <FormShell
        title={TITLE}
        loading={list.isPending}
        submitError={toLoadError(list.error, 'domain') ?? (list.data && NOT_FOUND)}
        submitting={false}
        submitLabel="Save"
        disabledReason="The domain isn't loaded"
        dirty={false}
        onSubmit={(event) => event.preventDefault()}
        onClose={close}
      >
        {null}
      </FormShell>
    );
  }
  return (
    <DefaultExperienceForm domain={domain} experiences={list.data.experiences} onClose={close} />
  );
}

/** The experiences that the console has seen, and those on the domain if the deployment lists them. */
function useChoices(domain: Domain, seen: readonly KnownExperience[]): readonly KnownExperience[] {
  const published = useQuery(publishedExperiencesQuery(useApi(), useTeamId(), domain.id));
  const current = defaultExperience(domain, seen);
  const others = (published.data?.experiences ?? []).map(({ id, attributes }) => ({
    id,
    title: attributes.title || attributes.name,
  }));
  const all = [...seen, ...others, ...(current ? [current] : [])];
  return [...new Map(all.toReversed().map((each) => [each.id, each])).values()].toReversed();
}

interface DefaultExperienceFormProps {
  readonly domain: Domain;
  readonly experiences: readonly KnownExperience[];
  readonly onClose: () => void;
}

/** The API doesn't list all experiences, so an ID can be entered. */
function DefaultExperienceForm({ domain, experiences, onClose }: DefaultExperienceFormProps) {
  const current = defaultExperience(domain, experiences)?.id ?? NONE;
  const [choice, setChoice] = useState(current);
  const [enteredId, setEnteredId] = useState('');
  const [isIdInvalid, setIsIdInvalid] = useState(false);
  const choices = useChoices(domain, experiences);
  const entered = choices.find(({ id }) => id === enteredId.trim());
  const save = useSaveDefaultExperience(domain);
  const saveError = save.error
    ? splitFieldErrors(save.error, ['default_experience_id'], "The default experience wasn't set")
    : undefined;
  const fieldError = saveError?.fields.default_experience_id;

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const id = parseExperienceChoice(choice, enteredId);
    setIsIdInvalid(id === undefined);
    if (id === undefined) event.currentTarget.querySelector('input')?.focus();
    else save.mutate(id, { onSuccess: onClose });
  }

  return (
    <FormShell
      title={TITLE}
      description={`What visitors see at the root of ${domainName(domain)}.`}
      loading={false}
      submitError={saveError?.formError}
      submitting={save.isPending}
      submitLabel="Save"
      readOnlyReason={useScopeReason('domains:write')}
      dirty={(choice !== current || enteredId !== '') && !save.isSuccess}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <SelectField
        label="Default experience"
        value={choice}
        error={choice === OTHER ? undefined : fieldError}
        onChange={(event) => {
          save.reset();
          setChoice(event.target.value);
        }}
      >
        <option value={NONE}>None</option>
        {choices.map(({ id, title }) => (
          <option key={id} value={id}>
            {title} ({id})
          </option>
        ))}
        <option value={OTHER}>Other (enter ID)</option>
      </SelectField>
      {choice === OTHER && (
        <TextField
          label="Experience ID"
          hint={
            entered
              ? `This is “${entered.title}”.`
              : 'Only experiences on this domain, or that were a default before, are listed. For any other, ask the person who built it for its ID.'
          }
          inputMode="numeric"
          autoComplete="off"
          value={enteredId}
          error={isIdInvalid ? 'Enter a whole number' : fieldError}
          onChange={(event) => {
            save.reset();
            setIsIdInvalid(false);
            setEnteredId(event.target.value);
          }}
        />
      )}
    </FormShell>
  );
}

function useSaveDefaultExperience(domain: Domain) {
  const api = useApi();
  const teamId = useTeamId();
  const queryClient = useQueryClient();
  const undoAction = useUndoAction();
  const setExperience = async (experienceId: number | null): Promise<string> => {
    const { data } = await api.advocacy.request(updateDomain, {
      params: { team_id: teamId, domain_id: domain.id },
      body: {
        data: {
          type: 'domain',
          id: domain.id,
          attributes: { default_experience_id: experienceId },
        },
      },
    });
    await queryClient.invalidateQueries({ queryKey: domainsKey(teamId) });
    const name = domainName(domain);
    const list = queryClient.getQueryData(domainsQuery(api, teamId).queryKey);
    const title = defaultExperience(data, list?.experiences ?? [])?.title;
    return experienceId === null || title === undefined
      ? `Default experience removed from ${name}.`
      : `${title} is now the default experience of ${name}`;
  };
  return useMutation({
    mutationFn: async (experienceId: number | null) => {
      // Before the list is read again, which changes the domain.
      const before = domain.relationships?.default_experience?.data?.id;
      return { before, message: await setExperience(experienceId) };
    },
    onSuccess: ({ before, message }) => {
      const undo = undoAction({
        undo: () => setExperience(before === undefined ? null : Number(before)),
        errorTitle: "The change wasn't undone",
      });
      showSuccess(message, undo);
    },
  });
}
