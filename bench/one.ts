const [file = '', name = ''] = process.argv.slice(2);
const { tableOf } = await import('./lib/table.ts');
const suite = (await import(`./suites/${file}.ts`))[name || file];
process.stdout.write(`${tableOf(await suite())}\n`);
process.exit(0);
