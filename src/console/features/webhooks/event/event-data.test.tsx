import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { EventData } from './event-data.tsx';

describe('event data', () => {
  test('formats known values, but not custom attributes', () => {
    const custom_attributes = { birth_year: 1990, gold_points: 1200 };
    const data = { member_info: { available_points: 1200, gender: 'male', custom_attributes } };
    const shown = renderToStaticMarkup(<EventData data={data} />);
    for (const text of ['>1,200 points<', '>Male<', '>1990<', '>1200<']) {
      expect(shown).toContain(text);
    }
  });

  test('shows ids as code, but not custom attributes', () => {
    const custom_attributes = { paid: 'yes', store_id: 'S-1' };
    const data = { campaign_info: { campaign_ID: 'C-1', member_info: { custom_attributes } } };
    const shown = renderToStaticMarkup(<EventData data={data} />);
    expect(shown).toContain('<code>C-1</code>');
    expect(shown).not.toContain('<code>yes');
    expect(shown).not.toContain('<code>S-1');
  });
});
