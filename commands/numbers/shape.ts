/** Numbers: rows and scopes, as the rest of the app knows them. */
import { formatNumberName } from '#contract/text/names.ts';
import type { AreaShape } from '../core/shape.ts';
import type { NumbersTypes } from './types.ts';

export const numbers: AreaShape<NumbersTypes> = {
  rows: {
    number: { nouns: ['number', 'numbers'], getName: formatNumberName },
  },
  scopes: {
    numbers: {
      priority: 30,
      unavailable: ['Go to Numbers first', 'go.numbers'],
      hints: [
        ['list.open', 'open'],
        ['numbers.buy', 'buy'],
        ['routing.editRow', 'call routing'],
        ['numbers.addTag', 'tag'],
        ['list.select', 'select'],
        ['list.focusFilter', 'search'],
      ],
    },
    number: {
      priority: 30,
      unavailable: ['Open a number first', 'go.numbers'],
      hints: [
        ['numbers.label', 'label'],
        ['numbers.addTag', 'tag'],
        ['numbers.remove', 'remove'],
        ['workspace.back', 'back'],
      ],
    },
  },
  context: { numbers: [], areNumbersHere: false },
};
