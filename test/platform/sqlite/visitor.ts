/** Opens a database file in a process of its own, prints how many words it holds, and closes it. */
import { openDatabase } from '../../../src/platform/sqlite/database.ts';

const [path = '', ...migrations] = process.argv.slice(2);
const database = openDatabase(path, migrations);
process.stdout.write(`${database.get<{ words: number }>('SELECT count(*) AS words FROM words')?.words}`);
database.close();
