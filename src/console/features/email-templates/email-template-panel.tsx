import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { attributeLabel } from '#console/lib/format/format-attribute.ts';
import { usePathParams } from '#console/lib/url/path-params.ts';
import { paths } from '#console/paths.ts';
import { useTeamId } from '#console/session/team.ts';
import { HtmlPreview } from '#console/shared/html-preview.tsx';
import { IncompleteNotice } from '#console/shared/incomplete-notice.tsx';
import { ItemState } from '#console/shared/item-query.tsx';
import { AttributeList } from '#console/ui/data/attribute-list.tsx';
import { useSearchState } from '#console/ui/filter/use-search-state.ts';
import { SidePanel, SidePanelBody } from '#console/ui/overlay/side-panel.tsx';
import { useClosePanel } from '#console/ui/overlay/use-close-panel.ts';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import { PanelSection } from '#console/ui/page/panel-section.tsx';
import type { EmailTemplate } from '#contract/advocacy/email-templates.ts';
import {
  allEmailTemplatesQuery,
  emailTemplatesQuery,
  emailTemplatesSearchSchema,
} from './email-templates-queries.ts';
import { isHtml, templateName } from './template-attributes.ts';

/** One template. The API can't fetch a single one, so it is found in the list. */
export function EmailTemplatePanel() {
  const teamId = useTeamId();
  const { templateId } = usePathParams();
  const [params] = useSearchParams();
  const { search } = useSearchState(emailTemplatesSearchSchema);
  const api = useApi();
  const onPage = useQuery(emailTemplatesQuery(api, teamId, search));
  const listed = onPage.data?.rows.find(({ id }) => id === templateId);
  // A link may not say which page of the list the template is on.
  const all = useQuery({
    ...allEmailTemplatesQuery(api, teamId),
    enabled: onPage.isError || (onPage.isSuccess && !listed),
  });
  const template = listed ?? all.data?.rows.find(({ id }) => id === templateId);
  const list = listed || onPage.isPending ? onPage : all;
  const close = useClosePanel({ pathname: paths.emailTemplates(teamId), search: `${params}` });

  return (
    <SidePanel
      title={template ? templateName(template) : 'Email template'}
      size={Object.values(template?.attributes ?? {}).some(isHtml) ? 'wide' : 'normal'}
      onClose={close}
    >
      <SidePanelBody>
        {template ? (
          <>
            <IncompleteNotice item={template} />
            <TemplateDetails template={template} />
          </>
        ) : (
          <ItemState query={list} item="template">
            <EmptyState title="Template not found">
              <p>It may have been deleted.</p>
            </EmptyState>
          </ItemState>
        )}
      </SidePanelBody>
    </SidePanel>
  );
}

/** Less important than what the email says. */
const FACTS: readonly string[] = ['created_at', 'updated_at'];

/** The texts, those with HTML as the email looks, and the facts last. */
function TemplateDetails({ template: { id, attributes } }: { readonly template: EmailTemplate }) {
  const entries = Object.entries(attributes);
  const isFact = ([name]: [string, unknown]) => FACTS.includes(name);
  const texts = entries.filter((entry) => !isHtml(entry[1]) && !isFact(entry));
  return (
    <>
      {texts.length > 0 && <AttributeList attributes={Object.fromEntries(texts)} />}
      {entries.map(
        ([name, value]) =>
          isHtml(value) && <HtmlPreview key={name} label={attributeLabel(name)} html={value} />,
      )}
      <PanelSection title="Details">
        <AttributeList attributes={{ ...Object.fromEntries(entries.filter(isFact)), id }} />
      </PanelSection>
    </>
  );
}
