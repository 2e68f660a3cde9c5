import { writeRecords } from '/work/main/bench/import/synthetic.ts'
await writeRecords('/tmp/made-up.ndjson', 24000)
