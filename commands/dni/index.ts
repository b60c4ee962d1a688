/** Dynamic numbers: the area’s commands and keys. */
import type { CommandArea } from '../core/area.ts';
import { createBindings } from '../keymap/binding.ts';
import { dniCommands } from './commands.ts';
import type { DniTypes } from './types.ts';

export const dni: CommandArea<DniTypes> = {
  commands: [...dniCommands],
  places: [
    {
      kind: 'dniPools',
      title: 'Go to DNI pools',
      icon: 'globe',
      keywords: ['dynamic number insertion', 'tracking', 'website', 'number pool', 'visitors'],
      permission: 'dni.read',
    },
    {
      kind: 'dniScript',
      title: 'Go to Tracking script',
      icon: 'clipboard',
      keywords: ['DNI', 'snippet', 'website', 'verify', 'install'],
      permission: 'dni.read',
    },
    { kind: 'visits', title: 'Go to Visitors', icon: 'users', keywords: ['DNI', 'real-time', 'live', 'feed', 'website', 'sessions'], permission: 'dni.read' },
    { kind: 'dniReports', title: 'Go to DNI reports', icon: 'chart', keywords: ['dynamic numbers', 'sources', 'pools', 'calls'], permission: 'dni.read' },
  ],
  triggers: {
    dniPool: {
      'pool.opened': { command: 'dni.begin' },
      'detail.typed': { field: 'name' },
      'source.chosen': { command: 'dni.source' },
      'flag.toggled': { command: 'dni.toggleActive' },
      'number.toggled': { command: 'dni.toggleNumber' },
      'pool.submitted': { command: 'dni.save' },
      'pool.closed': { command: 'dni.close' },
      'pool.discarded': { command: 'dni.discard' },
      'pool.deleted': { command: 'dni.delete' },
    },
    scriptCheck: {
      'address.typed': { field: 'address' },
      'script.checked': { command: 'dni.check' },
    },
  },
  keys: [
    ...createBindings('dniPools', { c: 'dni.begin', y: 'dni.copyScript', '#': 'dni.delete', s: 'dni.compareSizes' }),
    ...createBindings('dniPoolSizes', { d: 'dni.replayDay' }),
    ...createBindings('dniScript', { y: 'dni.copyScript' }),
    ...createBindings('dniReports', { c: 'dni.report' }),
    ...createBindings('visits', { space: 'dni.freeze' }),
    { keys: 'mod+enter', command: 'dni.save', scope: 'dniPoolForm', in: 'text' },
    { keys: 'mod+enter', command: 'dni.check', scope: 'dniScript', in: 'text' },
  ],
  menus: {
    dniPool: ['dni.edit', 'dni.compareSizes', 'dni.copyScript', 'dni.delete'],
    poolSize: ['dni.buySize'],
    visit: ['dni.openVisit'],
    dniReport: ['dni.openReport'],
  },
};
