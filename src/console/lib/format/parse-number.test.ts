import { expect, test } from 'vitest';
import { parseNumber, parseWholeNumber } from './parse-number.ts';

test.each([
  ['250', 250],
  ['+250', 250],
  ['1,000', 1000],
  [' −1,200 ', -1200],
  ['12,345,678.9', 12_345_678.9],
  ['1 200', 1200],
  ["1'000'000.25", 1_000_000.25],
  ['0.01', 0.01],
  ['0,01', 0.01],
  ['0,125', 0.125],
  ['12,5', 12.5],
  ['1e-7', 1e-7],
  ['1,00,000', undefined],
  ['1,2345,678', undefined],
  ['0x10', undefined],
  ['1e999', undefined],
  ['Infinity', undefined],
  ['.', undefined],
  ['', undefined],
])('parseNumber reads %j as %j', (text, value) => {
  expect(parseNumber(text)).toBe(value);
});

test.each([
  ['250', 250],
  ['+250', 250],
  [' −1,200 ', -1200],
  ["1'000.000", 1_000_000],
  ['1.000', 1000],
  ['1 200', 1200],
  ['1.5', undefined],
  ['2.50', undefined],
  ['12,34', undefined],
  ['1,2345', undefined],
  ['1e3', undefined],
  ['', undefined],
])('parseWholeNumber reads %j as %j', (text, value) => {
  expect(parseWholeNumber(text)).toBe(value);
});
