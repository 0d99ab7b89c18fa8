/** A point in the plane. */
export type Position = { x: number; y: number };

const EIGEN_ROUNDS = 200;
const STRESS_ROUNDS = 100;

/**
 * Places items in the plane so that their distances follow a symmetric matrix as well as two dimensions allow:
 * classical scaling (Torgerson 1952), improved by stress majorization (SMACOF, de Leeuw 1977). Equal matrices give
 * equal results.
 */
export function scaleToPlane(distances: readonly (readonly number[])[]): Position[] {
  let positions = scaleClassically(distances);
  for (let round = 0; round < STRESS_ROUNDS; round += 1) positions = majorize(positions, distances);
  return positions;
}

/**
 * The two leading eigenvectors of the doubly centred squared distances, each times the square root of its eigenvalue.
 */
function scaleClassically(distances: readonly (readonly number[])[]): Position[] {
  const squares = distances.map((row) => row.map((distance) => distance * distance));
  const means = squares.map((row) => mean(row));
  const whole = mean(means);
  const products = squares.map((row, a) =>
    row.map((square, b) => -0.5 * (square - at(means, a) - at(means, b) + whole)),
  );
  const first = leadingAxis(products);
  const rest = products.map((row, a) => row.map((value, b) => value - at(first, a) * at(first, b)));
  const second = leadingAxis(rest);
  return distances.map((_, item) => ({ x: at(first, item), y: at(second, item) }));
}

/** Power iteration. The matrix is shifted, so that the largest eigenvalue also has the largest magnitude. */
function leadingAxis(matrix: readonly (readonly number[])[]): number[] {
  const shift = Math.max(0, ...matrix.map((row) => row.reduce((sum, value) => sum + Math.abs(value), 0)));
  // Any start vector works that is not perpendicular to the axis.
  let axis = unit(matrix.map((_, item) => 1 + ((item * 7) % 5)));
  const times = (vector: readonly number[]) =>
    matrix.map((row, a) => row.reduce((sum, value, b) => sum + value * at(vector, b), 0) + shift * at(vector, a));
  for (let round = 0; round < EIGEN_ROUNDS; round += 1) axis = unit(times(axis));
  const value = times(axis).reduce((sum, each, item) => sum + each * at(axis, item), 0) - shift;
  return axis.map((each) => each * Math.sqrt(Math.max(value, 0)));
}

/** One Guttman transform, which never raises the stress. */
function majorize(positions: readonly Position[], distances: readonly (readonly number[])[]): Position[] {
  return positions.map((position, a) => {
    let [x, y] = [0, 0];
    for (let b = 0; b < positions.length; b += 1) {
      if (a === b) continue;
      const other = positions[b] as Position;
      const ratio = at(distances[a] as number[], b) / (Math.hypot(position.x - other.x, position.y - other.y) || 1);
      x += other.x + ratio * (position.x - other.x);
      y += other.y + ratio * (position.y - other.y);
    }
    const others = Math.max(positions.length - 1, 1);
    return { x: x / others, y: y / others };
  });
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / (values.length || 1);
}

function unit(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

function at(values: readonly number[], index: number): number {
  return values[index] as number;
}
