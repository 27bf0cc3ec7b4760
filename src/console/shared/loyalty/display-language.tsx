import { Languages } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { useTeamId } from '#console/session/team.ts';
import { Button } from '#console/ui/button/button.tsx';
import { FilterChoices } from '#console/ui/filter/filter-choices.tsx';
import { TextFilterForm } from '#console/ui/filter/filter-form.tsx';
import { storedPreference } from '#console/ui/hooks/stored-preference.ts';
import { Popover } from '#console/ui/popup/popover.tsx';
import styles from './display-language.module.css';

const DEFAULT = '';
const MAX_RECENT = 5;

interface DisplayLanguageProps {
  /** Languages that are likely to have texts. */
  readonly suggestions?: readonly string[];
}

/**
 * Chooses the language of a program's own names and texts, which is kept in the URL. The API doesn't
 * list the languages, so it offers recent ones and accepts any other.
 */
export function DisplayLanguage({ suggestions = [] }: DisplayLanguageProps) {
  const teamId = useTeamId();
  const [search, setSearch] = useSearchParams();
  const preference = storedPreference(`languages.${teamId}`);
  const recent = (preference.useValue() ?? '').split('\n').filter(Boolean);
  const language = search.get('language') ?? DEFAULT;
  const languages = new Set([DEFAULT, language, ...recent, ...suggestions]);
  const options = [...languages].map((value) => ({
    value,
    label: value === DEFAULT ? 'Default language' : value,
  }));

  function choose(chosen: string | undefined) {
    const changed = new URLSearchParams(search);
    if (chosen) {
      changed.set('language', chosen);
      const latest = [...new Set([chosen, ...recent])].slice(0, MAX_RECENT);
      preference.write(latest.join('\n'));
    } else {
      changed.delete('language');
    }
    setSearch(changed);
  }

  return (
    <Popover
      label="Display language"
      align="end"
      trigger={(props) => (
        <Button
          {...props}
          variant="ghost"
          icon={<Languages />}
          aria-label={language === DEFAULT ? 'Display language' : `Display language ${language}`}
        >
          {language === DEFAULT ? <span className={styles.name}>Language</span> : language}
        </Button>
      )}
    >
      {(close) => (
        <div className={styles.options}>
          <div>
            <FilterChoices
              options={options}
              value={language}
              onChoose={(value) => {
                close();
                choose(value);
              }}
            />
          </div>
          <div className={styles.other}>
            <TextFilterForm
              label="Other language"
              hint="As your program names it, e.g. Deutsch. Text without a translation is shown in the default language."
              value={undefined}
              onApply={(value) => {
                close();
                choose(value);
              }}
            />
          </div>
        </div>
      )}
    </Popover>
  );
}
