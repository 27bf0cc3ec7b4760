import type { ReactNode } from 'react';
import { capitalize } from '#console/lib/format/capitalize.ts';
import { attributeLabel } from '#console/lib/format/format-attribute.ts';
import { formatBytes, formatNumber } from '#console/lib/format/format-number.ts';
import { experienceTitle } from '#console/shared/domains/known-experiences.ts';
import { ExternalLink } from '#console/ui/button/external-link.tsx';
import { AttributeList } from '#console/ui/data/attribute-list.tsx';
import { Breakable } from '#console/ui/data/breakable.tsx';
import { DescriptionList } from '#console/ui/data/description-list.tsx';
import { RawJson } from '#console/ui/data/raw-json.tsx';
import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import { StatusDot } from '#console/ui/status-dot.tsx';
import type { AnyResource } from '#contract/json-api.ts';
import {
  type ExperienceAttributes,
  experienceAttributes,
  fontLabels,
  isDraftPublished,
  languageLabels,
  otherExperienceAttributes,
  publicUrl,
  sectionLabels,
  submissionsTotal,
} from './experience-attributes.ts';
import styles from './experience-details.module.css';

interface ExperienceDetailsProps {
  /** The default experience's ID; undefined if there is none. */
  readonly id: string | undefined;
  /** Undefined if the response doesn't include it. */
  readonly experience: AnyResource | undefined;
}

/** An experience as included in a domain: it has no endpoint (advocacy.md, Resources). */
export function ExperienceDetails({ id, experience }: ExperienceDetailsProps) {
  if (id === undefined) {
    return <p>None. Visitors to the home page of this domain see nothing.</p>;
  }
  if (!experience) return <p>Experience {id}. No details are available.</p>;

  const attributes = experienceAttributes(experience);
  const others = otherExperienceAttributes(experience);
  return (
    <div className={styles.experience}>
      <ExperiencePreview experience={experience} attributes={attributes} />
      <DescriptionList items={pageItems(experience, attributes)} />
      <ExperienceVersions experience={experience} />
      <details className={styles.settings}>
        <summary>Settings</summary>
        <DescriptionList items={settingItems(experience, attributes)} />
        {Object.keys(others).length > 0 && <AttributeList attributes={others} />}
      </details>
      <RawJson value={experience} />
    </div>
  );
}

interface ExperiencePreviewProps {
  readonly experience: AnyResource;
  readonly attributes: ExperienceAttributes;
}

/** What visitors see, as far as the response has it: the address, the title and the sections from the top. */
function ExperiencePreview({ experience, attributes }: ExperiencePreviewProps) {
  const url = publicUrl(experience);
  const sections = sectionLabels(experience, 'published');
  return (
    <div className={styles.preview}>
      <p className={styles.address}>{url ? <ExternalLink url={url} /> : 'Not published'}</p>
      <div className={styles.page}>
        <p className={styles.name}>
          <strong>{experienceTitle(experience)}</strong>
          {attributes.status && <ExperienceStatus status={attributes.status} />}
        </p>
        {attributes.description && <p>{attributes.description}</p>}
        {sections.length > 0 && (
          <ol aria-label="Sections" className={styles.sections}>
            {sections.map((label, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: sections have no ID, and repeat
              <li key={index}>{label}</li>
            ))}
          </ol>
        )}
      </div>
    </div>
  );
}

/** The specification only has "active" (advocacy.md, experience); others are capitalized. */
function ExperienceStatus({ status }: { readonly status: string }) {
  const label = capitalize(status);
  return <StatusDot tone={status === 'active' ? 'good' : 'off'}>{label}</StatusDot>;
}

interface DescriptionItem {
  readonly term: string;
  readonly value: ReactNode;
}

function pageItems(experience: AnyResource, attributes: ExperienceAttributes): DescriptionItem[] {
  const submissions = submissionsTotal(experience);
  return [
    { term: 'Type', value: attributes.type && valueLabel(attributes.type) },
    {
      term: 'Submissions',
      value: submissions === undefined ? undefined : formatNumber(submissions),
    },
    { term: 'Last updated', value: relativeTime(attributes.updated_at) },
  ].filter(({ value }) => value);
}

/** What visitors see and what is being edited, side by side where they differ. */
function ExperienceVersions({ experience }: { readonly experience: AnyResource }) {
  const isPublished = isDraftPublished(experience);
  if (isPublished === undefined) return null;
  const rows = [
    { term: 'Sections', labels: sectionLabels },
    { term: 'Languages', labels: languageLabels },
    { term: 'Fonts', labels: fontLabels },
  ];
  return (
    <table className={styles.versions}>
      <caption>
        {isPublished ? 'Content: no unpublished changes' : 'Content: the draft has changes'}
      </caption>
      <thead>
        <tr>
          <td />
          <th scope="col">Published</th>
          {!isPublished && <th scope="col">Draft</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ term, labels }) => (
          <tr key={term}>
            <th scope="row">{term}</th>
            <td>{labels(experience, 'published').join(', ') || '—'}</td>
            {!isPublished && <td>{labels(experience, 'draft').join(', ') || '—'}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function settingItems(
  experience: AnyResource,
  attributes: ExperienceAttributes,
): DescriptionItem[] {
  const { analytics_type: analytics, analytics_id: analyticsId } = attributes;
  const { captcha_type: captcha, captcha_public_key: captchaKey, favicon_url: icon } = attributes;
  return [
    {
      term: 'Analytics',
      value: [analytics && valueLabel(analytics), analyticsId].filter(Boolean).join(' · '),
    },
    {
      term: 'Captcha',
      value: [captcha && valueLabel(captcha), captchaKey].filter(Boolean).join(' · '),
    },
    {
      term: 'Cookie banner',
      value: booleanLabel(attributes.cookie_consent, 'On', 'Off'),
    },
    { term: 'Indexing', value: booleanLabel(attributes.noindex, 'Not allowed', 'Allowed') },
    {
      term: 'Upload check',
      value: booleanLabel(attributes.bypass_mime_type_validation, 'Off', 'On'),
    },
    { term: 'Largest image', value: formatSize(attributes.maximum_image_size) },
    { term: 'Largest video', value: formatSize(attributes.maximum_video_size) },
    {
      term: 'Icon',
      value: icon && (
        <ExternalLink url={icon}>
          <Breakable text={icon} />
        </ExternalLink>
      ),
    },
    { term: 'Name', value: attributes.name },
    { term: 'Path', value: attributes.slug && <code>/{attributes.slug}</code> },
    { term: 'Created', value: relativeTime(attributes.created_at) },
    { term: 'ID', value: <code>{experience.id}</code> },
  ];
}

function booleanLabel(value: boolean | undefined, yes: string, no: string): string | undefined {
  if (value === undefined) return undefined;
  return value ? yes : no;
}

function formatSize(bytes: number | undefined): string | undefined {
  return bytes === undefined ? undefined : formatBytes(bytes);
}

const VALUE_LABELS: Readonly<Record<string, string>> = {
  google_tag_manager: 'Google Tag Manager',
  google_analytics: 'Google Analytics',
  recaptcha: 'reCAPTCHA',
  hcaptcha: 'hCaptcha',
};

/** A value of an open set in words. */
function valueLabel(value: string): string {
  return VALUE_LABELS[value] ?? attributeLabel(value);
}

function relativeTime(at: string | undefined): ReactNode {
  return at === undefined ? undefined : <RelativeTime at={at} />;
}
