use morpion_check::octagons::{layers::*, list::list, shape::Shape, lanes::Layout, table::*, prices::*, step::*, filling::*};
fn main(){
 let l=Lambdas::new();
 let li=list(484,&l);
 let mut bytes=[0u8;BYTES]; let mut r=1u64;
 for b in &mut bytes { r=r.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407); *b=(r>>56) as u8; }
 for i in 0..BYTES/2 { bytes[2*i+1]= if i >= 7488 {0} else if bytes[2*i+1]&1==0 {0} else {255}; }
 let table=Table::new(&bytes);
 let mut stepper=Stepper::default();
 let sides=[Asked::Line;8];
 let count:usize=std::env::args().nth(1).map_or(40,|a|a.parse().unwrap());
 let each:usize=20000; let mut n=0; let mut cells=0;let mut vecs=0; let mut total=0;
 let t=std::time::Instant::now(); let (mut ts,mut tb)=(0.0,0.0);
 for o in li.iter().step_by(each){
   let s=Shape::new(*o); let lay=Layout::new(&s);
   let least=least_lambda(&s,&l);
   let mut p=table.prices(&s, least.max(3*UNIT));
   let g=Ground::new(&lay,least,&sides);
   let b0=bound(&s,&p,&sides);
   let t1=std::time::Instant::now();
   let steps:Vec<_>=(0..count).map(|_| Step{smoothness:11,pace:1500,momentum:200,lambda_pace:300,lambda_limit:200}).collect();
   stepper.run(&g,&steps,&mut p);
   ts+=t1.elapsed().as_secs_f64();
   let t1=std::time::Instant::now();
   let b=bound(&s,&p,&sides); assert!(p.are_legal(least));
   tb+=t1.elapsed().as_secs_f64();
   n+=1; cells+=s.cells.len()*4; vecs+=lay.cell_vectors; total+=count;
   if n%15==0 {println!("{o:?} {} rows {} vec {} outside {} before {} after {} λ {}",s.cells.len(),s.rows.len(),lay.cell_vectors, s.outside, b0 as f64/4096., b as f64/4096., p.lambda as f64/4096.);}
 }
 println!("{n} octagons {:.1} µs a step; bound {:.1} µs; other {:.1} µs; cells {} vec {}", ts*1e6/total as f64, tb*1e6/n as f64, (t.elapsed().as_secs_f64()-ts-tb)*1e6/n as f64, cells/n, vecs/n);
}
