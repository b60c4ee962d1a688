/** A tag as an argument. */
import { createNamedArg } from '../core/namedArg.ts';
import { formatCount } from '../core/rows.ts';

/** Asks for one of the company's tags; `isNew` offers to make one that is typed and does not exist. */
export const createTagArg = (label: string, isNew = false) =>
  createNamedArg({
    label,
    noun: 'tag',
    icon: 'tag',
    all: ({ tags }) => tags.all(),
    getName: ({ name }) => name,
    getDetail: ({ numbers }) => formatCount(numbers, 'number'),
    ...(isNew ? { create: { permission: 'numbers.write', maxName: 60, run: (name, { tags }) => tags.create(name) } } : {}),
  });
