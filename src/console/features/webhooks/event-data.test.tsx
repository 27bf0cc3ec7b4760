import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { EventData } from './event-data.tsx';

test("figures are told with their unit, but the operator's own values as they came", () => {
  const custom_attributes = { birth_year: 1990, gold_points: 1200 };
  const data = { member_info: { available_points: 1200, gender: 'male', custom_attributes } };
  const shown = renderToStaticMarkup(<EventData data={data} />);
  for (const words of ['>1,200 points<', '>Male<', '>1990<', '>1200<']) {
    expect(shown).toContain(words);
  }
});
