import { describe, expect, test } from 'vitest';
import { IMPORT_COLUMNS } from '#contract/gateway/member-csv.ts';
import { describeIgnored, findMappingError, guessTargets, mapHeader } from './import-columns.ts';

describe('guessTargets', () => {
  test('finds columns by their API name, label and usual names', () => {
    expect(guessTargets(IMPORT_COLUMNS)).toEqual([...IMPORT_COLUMNS]);
    expect(
      guessTargets(['Customer-ID', 'E-Mail', 'Prénom', 'NACHNAME', 'zip', 'Shoe size']),
    ).toEqual(['member_id', 'email_address', 'first_name', 'last_name', 'address.postal_code', '']);
    expect(guessTargets(['custom_attributes.shoe size', 'custom_attributes.'])).toEqual([
      'custom_attributes.shoe size',
      '',
    ]);
  });

  test.each([
    ['German', 'Kundennummer,Vorname,Nachname,E-Mail-Adresse,Telefon,Geburtstag,PLZ,Ort,Land'],
    [
      'French',
      'Numéro client,Prénom,Nom,Courriel,Téléphone,Date de naissance,Code postal,Ville,Pays',
    ],
    [
      'Spanish',
      'Número de cliente,Nombre,Apellidos,Correo electrónico,Teléfono,Fecha de nacimiento,Código postal,Ciudad,País',
    ],
  ])('finds %s headings', (_language, header) => {
    expect(guessTargets(header.split(','))).toEqual([
      ...['member_id', 'first_name', 'last_name', 'email_address', 'phone_number', 'birthdate'],
      ...['address.postal_code', 'address.city', 'address.country'],
    ]);
  });

  test('takes an address for a street beside a city only', () => {
    expect(guessTargets(['Address', 'City'])).toEqual(['address.line1', 'address.city']);
    expect(guessTargets(['Address', 'Email'])).toEqual(['address', 'email_address']);
  });

  test('takes "id" for the member ID only if no other column is', () => {
    expect(guessTargets(['ID', 'name'])).toEqual(['member_id', '']);
    expect(guessTargets(['id', 'member_id'])).toEqual(['', 'member_id']);
  });

  test('guesses no target twice', () => {
    expect(guessTargets(['email', 'mail', 'email_address'])).toEqual(['', '', 'email_address']);
  });
});

test('findMappingError asks for one member ID, and for each field once', () => {
  expect(findMappingError(['first_name'])).toMatch('member ID');
  expect(findMappingError(['member_id', 'city', 'city'])).toMatch('two columns');
  expect(findMappingError(['member_id', '', ''])).toBeUndefined();
});

test('findMappingError asks for points and their reason', () => {
  expect(findMappingError(['member_id', 'points_adjustment'])).toMatch('Enter a reason');
  const mapping = { pointsReason: 'Spring bonus' };
  expect(findMappingError(['member_id', 'points_adjustment'], mapping)).toBeUndefined();
  expect(findMappingError(['member_id', 'points_reason'])).toMatch('points to add or deduct');
  expect(findMappingError(['member_id', 'points_adjustment', 'points_reason'])).toBeUndefined();
});

test('describeIgnored says why a field is not imported, and what it is called in the file', () => {
  const header = mapHeader(
    ['ID', 'Points', 'gender', 'city', 'first_name'],
    ['member_id', '', '', '', ''],
  );
  expect(describeIgnored(header.slice(1))).toEqual([
    { name: 'Points', reason: expect.stringContaining("Balances can't be imported") },
    { name: 'gender', reason: 'Only the loyalty service sets this field.' },
    { name: 'city' },
    { name: 'first_name' },
  ]);
});

test('mapHeader gives ignored columns names that the service does not know, each its own', () => {
  expect(mapHeader(['No.', 'first_name', 'x', 'x', ''], ['member_id', '', '', '', ''])).toEqual([
    'member_id',
    'not imported: first_name',
    'x',
    'x (2)',
    '',
  ]);
});
