Columns
    Index Status        Lower        Upper       Primal         Dual  Type        Name
        0                   0            1           -0               Integer     move_0_0_0_0
        1                   0            1           -0               Integer     move_0_0_0_1
        2                   0            1           -0               Integer     move_1_0_0_0
        3                   0            1           -0               Integer     move_2_0_0_3
        4                   0            1           -0               Integer     move_3_0_0_2
        5                   0            1            1               Integer     move_3_0_0_3
        6                   0            1           -0               Integer     move_0_1_0_0
        7                   0            1           -0               Integer     move_0_1_0_1
        8                   0            1           -0               Integer     move_0_1_0_3
        9                   0            1           -0               Integer     move_1_1_0_0
       10                   0            1           -0               Integer     move_1_1_0_2
       11                   0            1           -0               Integer     move_2_1_0_1
       12                   0            1           -0               Integer     move_2_1_0_3
       13                   0            1           -0               Integer     move_3_1_0_0
       14                   0            1           -0               Integer     move_3_1_0_2
       15                   0            1            1               Integer     move_3_1_0_3
       16                   0            1            1               Integer     move_0_2_0_3
       17                   0            1           -0               Integer     move_1_2_0_2
       18                   0            1           -0               Integer     move_2_2_0_1
       19                   0            1           -0               Integer     move_3_2_0_0
       20                   0            1           -0               Integer     move_0_3_0_1
       21                   0            1           -0               Integer     move_0_3_0_2
       22                   0            1           -0               Integer     move_0_3_0_3
       23                   0            1           -0               Integer     move_1_3_0_0
       24                   0            1           -0               Integer     move_1_3_0_1
       25                   0            1           -0               Integer     move_1_3_0_2
       26                   0            1           -0               Integer     move_1_3_0_3
       27                   0            1           -0               Integer     move_2_3_0_0
       28                   0            1           -0               Integer     move_2_3_0_1
       29                   0            1           -0               Integer     move_2_3_0_2
       30                   0            1           -0               Integer     move_2_3_0_3
       31                   0            1           -0               Integer     move_3_3_0_0
       32                   0            1           -0               Integer     move_3_3_0_1
       33                   0            1            1               Integer     move_3_3_0_2
       34                   0            1            1               Integer     move_0_4_0_3
       35                   0            1           -0               Integer     move_1_4_0_2
       36                   0            1           -0               Integer     move_2_4_0_1
       37                   0            1           -0               Integer     move_3_4_0_0
       38                   0            1           -0               Integer     move_0_5_0_0
       39                   0            1           -0               Integer     move_0_5_0_1
       40                   0            1           -0               Integer     move_0_5_0_3
       41                   0            1            1               Integer     move_1_5_0_0
       42                   0            1           -0               Integer     move_1_5_0_2
       43                   0            1           -0               Integer     move_2_5_0_1
       44                   0            1           -0               Integer     move_2_5_0_3
       45                   0            1           -0               Integer     move_3_5_0_0
       46                   0            1           -0               Integer     move_3_5_0_2
       47                   0            1           -0               Integer     move_3_5_0_3
       48                   0            1            1               Integer     move_0_6_0_0
       49                   0            1           -0               Integer     move_0_6_0_1
       50                   0            1           -0               Integer     move_1_6_0_0
       51                   0            1           -0               Integer     move_2_6_0_3
       52                   0            1           -0               Integer     move_3_6_0_2
       53                   0            1           -0               Integer     move_3_6_0_3
       54                   0            1           -0               Integer     move_0_0_1_0
       55                   0            1           -0               Integer     move_0_0_1_1
       56                   0            1           -0               Integer     move_1_0_1_0
       57                   0            1           -0               Integer     move_1_0_1_1
       58                   0            1           -0               Integer     move_1_0_1_3
       59                   0            1            1               Integer     move_2_0_1_3
       60                   0            1           -0               Integer     move_3_0_1_1
       61                   0            1           -0               Integer     move_3_0_1_2
       62                   0            1            1               Integer     move_3_0_1_3
       63                   0            1            1               Integer     move_4_0_1_3
       64                   0            1           -0               Integer     move_5_0_1_0
       65                   0            1           -0               Integer     move_5_0_1_1
       66                   0            1           -0               Integer     move_5_0_1_3
       67                   0            1           -0               Integer     move_6_0_1_0
       68                   0            1           -0               Integer     move_6_0_1_1
       69                   0            1           -0               Integer     move_0_1_1_0
       70                   0            1            1               Integer     move_1_1_1_0
       71                   0            1           -0               Integer     move_1_1_1_2
       72                   0            1           -0               Integer     move_2_1_1_2
       73                   0            1           -0               Integer     move_3_1_1_0
       74                   0            1           -0               Integer     move_3_1_1_1
       75                   0            1           -0               Integer     move_3_1_1_2
       76                   0            1           -0               Integer     move_3_1_1_3
       77                   0            1           -0               Integer     move_4_1_1_2
       78                   0            1           -0               Integer     move_5_1_1_0
       79                   0            1           -0               Integer     move_5_1_1_2
       80                   0            1           -0               Integer     move_6_1_1_0
       81                   0            1            1               Integer     move_0_2_1_3
       82                   0            1           -0               Integer     move_1_2_1_1
       83                   0            1           -0               Integer     move_1_2_1_3
       84                   0            1           -0               Integer     move_2_2_1_1
       85                   0            1           -0               Integer     move_3_2_1_0
       86                   0            1           -0               Integer     move_3_2_1_1
       87                   0            1           -0               Integer     move_3_2_1_2
       88                   0            1           -0               Integer     move_3_2_1_3
       89                   0            1           -0               Integer     move_4_2_1_1
       90                   0            1           -0               Integer     move_5_2_1_1
       91                   0            1            1               Integer     move_5_2_1_3
       92                   0            1           -0               Integer     move_6_2_1_3
       93                   0            1           -0               Integer     move_0_3_1_2
       94                   0            1           -0               Integer     move_0_3_1_3
       95                   0            1           -0               Integer     move_1_3_1_0
       96                   0            1           -0               Integer     move_1_3_1_2
       97                   0            1           -0               Integer     move_1_3_1_3
       98                   0            1           -0               Integer     move_2_3_1_0
       99                   0            1           -0               Integer     move_3_3_1_0
      100                   0            1           -0               Integer     move_3_3_1_1
      101                   0            1           -0               Integer     move_3_3_1_2
      102                   0            1           -0               Integer     move_4_3_1_0
      103                   0            1           -0               Integer     move_5_3_1_0
      104                   0            1           -0               Integer     move_5_3_1_2
      105                   0            1           -0               Integer     move_5_3_1_3
      106                   0            1           -0               Integer     move_6_3_1_2
      107                   0            1            1               Integer     move_6_3_1_3
      108                   0            1            1               Integer     move_0_0_2_0
      109                   0            1           -0               Integer     move_0_0_2_1
      110                   0            1           -0               Integer     move_0_0_2_3
      111                   0            1           -0               Integer     move_1_0_2_0
      112                   0            1           -0               Integer     move_1_0_2_2
      113                   0            1           -0               Integer     move_1_0_2_3
      114                   0            1            1               Integer     move_2_0_2_1
      115                   0            1           -0               Integer     move_2_0_2_3
      116                   0            1           -0               Integer     move_0_1_2_0
      117                   0            1           -0               Integer     move_0_1_2_2
      118                   0            1           -0               Integer     move_0_1_2_3
      119                   0            1           -0               Integer     move_1_1_2_0
      120                   0            1           -0               Integer     move_1_1_2_2
      121                   0            1           -0               Integer     move_2_1_2_1
      122                   0            1           -0               Integer     move_2_1_2_2
      123                   0            1           -0               Integer     move_3_1_2_0
      124                   0            1           -0               Integer     move_3_1_2_2
      125                   0            1           -0               Integer     move_0_2_2_1
      126                   0            1           -0               Integer     move_0_2_2_3
      127                   0            1           -0               Integer     move_1_2_2_1
      128                   0            1           -0               Integer     move_1_2_2_2
      129                   0            1           -0               Integer     move_2_2_2_1
      130                   0            1           -0               Integer     move_2_2_2_3
      131                   0            1           -0               Integer     move_3_2_2_0
      132                   0            1           -0               Integer     move_3_2_2_1
      133                   0            1            1               Integer     move_3_2_2_3
      134                   0            1           -0               Integer     move_1_3_2_0
      135                   0            1           -0               Integer     move_1_3_2_2
      136                   0            1           -0               Integer     move_2_3_2_0
      137                   0            1           -0               Integer     move_2_3_2_1
      138                   0            1            1               Integer     move_2_3_2_3
      139                   0            1           -0               Integer     move_3_3_2_0
      140                   0            1           -0               Integer     move_3_3_2_2
      141                   0            1           -0               Integer     move_3_3_2_3
      142                   0            1            1               Integer     move_1_3_3_0
      143                   0            1           -0               Integer     move_1_3_3_2
      144                   0            1           -0               Integer     move_2_3_3_0
      145                   0            1           -0               Integer     move_2_3_3_1
      146                   0            1            1               Integer     move_2_3_3_3
      147                   0            1           -0               Integer     move_3_3_3_0
      148                   0            1           -0               Integer     move_3_3_3_2
      149                   0            1           -0               Integer     move_3_3_3_3
      150                   0            1           -0               Integer     move_0_4_3_1
      151                   0            1           -0               Integer     move_0_4_3_3
      152                   0            1           -0               Integer     move_1_4_3_1
      153                   0            1           -0               Integer     move_1_4_3_2
      154                   0            1           -0               Integer     move_2_4_3_1
      155                   0            1            1               Integer     move_2_4_3_3
      156                   0            1           -0               Integer     move_3_4_3_0
      157                   0            1           -0               Integer     move_3_4_3_1
      158                   0            1           -0               Integer     move_3_4_3_3
      159                   0            1           -0               Integer     move_0_5_3_0
      160                   0            1           -0               Integer     move_0_5_3_2
      161                   0            1           -0               Integer     move_0_5_3_3
      162                   0            1           -0               Integer     move_1_5_3_0
      163                   0            1           -0               Integer     move_1_5_3_2
      164                   0            1           -0               Integer     move_2_5_3_1
      165                   0            1           -0               Integer     move_2_5_3_2
      166                   0            1            1               Integer     move_3_5_3_0
      167                   0            1           -0               Integer     move_3_5_3_2
      168                   0            1           -0               Integer     move_0_6_3_0
      169                   0            1           -0               Integer     move_0_6_3_1
      170                   0            1           -0               Integer     move_0_6_3_3
      171                   0            1            1               Integer     move_1_6_3_0
      172                   0            1           -0               Integer     move_1_6_3_2
      173                   0            1           -0               Integer     move_1_6_3_3
      174                   0            1           -0               Integer     move_2_6_3_1
      175                   0            1           -0               Integer     move_2_6_3_3
      176                   0            1            1               Integer     dot_0_0
      177                   0            1           -0               Integer     dot_1_0
      178                   0            1            1               Integer     dot_5_0
      179                   0            1            1               Integer     dot_6_0
      180                   0            1           -0               Integer     dot_0_1
      181                   0            1            1               Integer     dot_1_1
      182                   0            1            1               Integer     dot_3_1
      183                   0            1            1               Integer     dot_5_1
      184                   0            1            1               Integer     dot_6_1
      185                   0            1            1               Integer     dot_3_2
      186                   0            1            1               Integer     dot_1_3
      187                   0            1            1               Integer     dot_2_3
      188                   0            1            1               Integer     dot_3_3
      189                   0            1            1               Integer     dot_4_3
      190                   0            1            1               Integer     dot_5_3
      191                   0            1            1               Integer     dot_3_4
      192                   0            1            1               Integer     dot_0_5
      193                   0            1            1               Integer     dot_1_5
      194                   0            1            1               Integer     dot_3_5
      195                   0            1            1               Integer     dot_5_5
      196                   0            1            1               Integer     dot_6_5
      197                   0            1            1               Integer     dot_0_6
      198                   0            1            1               Integer     dot_1_6
      199                   0            1            1               Integer     dot_5_6
      200                   0            1            1               Integer     dot_6_6
      201                   1            1            1               Integer     dot_2_0
      202                   1            1            1               Integer     dot_3_0
      203                   1            1            1               Integer     dot_4_0
      204                   1            1            1               Integer     dot_2_1
      205                   1            1            1               Integer     dot_4_1
      206                   1            1            1               Integer     dot_0_2
      207                   1            1            1               Integer     dot_1_2
      208                   1            1            1               Integer     dot_2_2
      209                   1            1            1               Integer     dot_4_2
      210                   1            1            1               Integer     dot_5_2
      211                   1            1            1               Integer     dot_6_2
      212                   1            1            1               Integer     dot_0_3
      213                   1            1            1               Integer     dot_6_3
      214                   1            1            1               Integer     dot_0_4
      215                   1            1            1               Integer     dot_1_4
      216                   1            1            1               Integer     dot_2_4
      217                   1            1            1               Integer     dot_4_4
      218                   1            1            1               Integer     dot_5_4
      219                   1            1            1               Integer     dot_6_4
      220                   1            1            1               Integer     dot_2_5
      221                   1            1            1               Integer     dot_4_5
      222                   1            1            1               Integer     dot_2_6
      223                   1            1            1               Integer     dot_3_6
      224                   1            1            1               Integer     dot_4_6
Rows
    Index Status        Lower        Upper       Primal         Dual  Name
        0                   0            0            0               L3_0_0
        1                   0            0            0               L3_1_0
        2                   0            0            0               L3_5_0
        3                   0            0            0               L3_6_0
        4                   0            0            0               L3_0_1
        5                   0            0            0               L3_1_1
        6                   0            0            0               L3_3_1
        7                   0            0            0               L3_5_1
        8                   0            0            0               L3_6_1
        9                   0            0            0               L3_3_2
       10                   0            0            0               L3_1_3
       11                   0            0            0               L3_2_3
       12                   0            0            0               L3_3_3
       13                   0            0            0               L3_4_3
       14                   0            0            0               L3_5_3
       15                   0            0            0               L3_3_4
       16                   0            0            0               L3_0_5
       17                   0            0            0               L3_1_5
       18                   0            0            0               L3_3_5
       19                   0            0            0               L3_5_5
       20                   0            0            0               L3_6_5
       21                   0            0            0               L3_0_6
       22                   0            0            0               L3_1_6
       23                   0            0            0               L3_5_6
       24                   0            0            0               L3_6_6
       25                   0          inf            1               L4_0_0_0
       26                   0          inf            1               L4_0_0_1
       27                   0          inf            0               L4_0_0_2
       28                   0          inf            0               L4_1_0_0
       29                   0          inf            0               L4_1_0_1
       30                   0          inf            0               L4_1_0_2
       31                   0          inf            1               L4_2_0_0
       32                   0          inf            0               L4_2_0_1
       33                   0          inf            0               L4_2_0_2
       34                   0          inf            0               L4_3_0_0
       35                   0          inf            0               L4_3_0_1
       36                   0          inf            0               L4_4_0_0
       37                   0          inf            0               L4_4_0_1
       38                   0          inf            0               L4_4_0_3
       39                   0          inf            0               L4_5_0_0
       40                   0          inf            1               L4_5_0_1
       41                   0          inf            0               L4_5_0_3
       42                   0          inf            0               L4_6_0_0
       43                   0          inf            1               L4_6_0_1
       44                   0          inf            1               L4_6_0_3
       45                   0          inf            0               L4_0_1_0
       46                   0          inf            0               L4_0_1_1
       47                   0          inf            0               L4_0_1_2
       48                   0          inf            1               L4_1_1_0
       49                   0          inf            0               L4_1_1_1
       50                   0          inf            0               L4_1_1_2
       51                   0          inf            1               L4_2_1_0
       52                   0          inf            0               L4_2_1_1
       53                   0          inf            1               L4_2_1_2
       54                   0          inf            0               L4_3_1_0
       55                   0          inf            0               L4_3_1_1
       56                   0          inf            0               L4_3_1_2
       57                   0          inf            0               L4_3_1_3
       58                   0          inf            0               L4_4_1_0
       59                   0          inf            0               L4_4_1_1
       60                   0          inf            0               L4_4_1_3
       61                   0          inf            0               L4_5_1_0
       62                   0          inf            1               L4_5_1_1
       63                   0          inf            0               L4_5_1_3
       64                   0          inf            0               L4_6_1_0
       65                   0          inf            1               L4_6_1_1
       66                   0          inf            1               L4_6_1_3
       67                   0          inf            0               L4_0_2_0
       68                   0          inf            0               L4_0_2_1
       69                   0          inf            1               L4_0_2_2
       70                   0          inf            0               L4_1_2_0
       71                   0          inf            0               L4_1_2_1
       72                   0          inf            1               L4_1_2_2
       73                   0          inf            0               L4_2_2_0
       74                   0          inf            0               L4_2_2_1
       75                   0          inf            0               L4_2_2_2
       76                   0          inf            0               L4_2_2_3
       77                   0          inf            0               L4_3_2_0
       78                   0          inf            0               L4_3_2_1
       79                   0          inf            0               L4_3_2_2
       80                   0          inf            0               L4_3_2_3
       81                   0          inf            1               L4_4_2_0
       82                   0          inf            0               L4_4_2_1
       83                   0          inf            0               L4_4_2_2
       84                   0          inf            0               L4_4_2_3
       85                   0          inf            1               L4_5_2_0
       86                   0          inf            0               L4_5_2_1
       87                   0          inf            1               L4_5_2_3
       88                   0          inf            1               L4_6_2_0
       89                   0          inf            1               L4_6_2_1
       90                   0          inf            0               L4_6_2_3
       91                   0          inf            1               L4_0_3_0
       92                   0          inf            0               L4_0_3_1
       93                   0          inf            1               L4_1_3_0
       94                   0          inf            0               L4_1_3_1
       95                   0          inf            1               L4_1_3_2
       96                   0          inf            0               L4_1_3_3
       97                   0          inf            1               L4_2_3_0
       98                   0          inf            0               L4_2_3_1
       99                   0          inf            0               L4_2_3_2
      100                   0          inf            0               L4_2_3_3
      101                   0          inf            0               L4_3_3_0
      102                   0          inf            0               L4_3_3_1
      103                   0          inf            0               L4_3_3_2
      104                   0          inf            0               L4_3_3_3
      105                   0          inf            0               L4_4_3_0
      106                   0          inf            0               L4_4_3_1
      107                   0          inf            0               L4_4_3_2
      108                   0          inf            0               L4_4_3_3
      109                   0          inf            0               L4_5_3_0
      110                   0          inf            0               L4_5_3_1
      111                   0          inf            0               L4_5_3_2
      112                   0          inf            0               L4_5_3_3
      113                   0          inf            0               L4_6_3_0
      114                   0          inf            0               L4_6_3_1
      115                   0          inf            0               L4_0_4_0
      116                   0          inf            0               L4_0_4_1
      117                   0          inf            1               L4_0_4_3
      118                   0          inf            0               L4_1_4_0
      119                   0          inf            0               L4_1_4_1
      120                   0          inf            1               L4_1_4_3
      121                   0          inf            0               L4_2_4_0
      122                   0          inf            1               L4_2_4_1
      123                   0          inf            1               L4_2_4_2
      124                   0          inf            0               L4_2_4_3
      125                   0          inf            0               L4_3_4_0
      126                   0          inf            1               L4_3_4_1
      127                   0          inf            0               L4_3_4_2
      128                   0          inf            0               L4_3_4_3
      129                   0          inf            1               L4_4_4_0
      130                   0          inf            1               L4_4_4_1
      131                   0          inf            1               L4_4_4_2
      132                   0          inf            0               L4_4_4_3
      133                   0          inf            1               L4_5_4_0
      134                   0          inf            0               L4_5_4_1
      135                   0          inf            0               L4_5_4_2
      136                   0          inf            1               L4_6_4_0
      137                   0          inf            0               L4_6_4_1
      138                   0          inf            1               L4_6_4_2
      139                   0          inf            1               L4_0_5_0
      140                   0          inf            0               L4_0_5_1
      141                   0          inf            1               L4_0_5_3
      142                   0          inf            0               L4_1_5_0
      143                   0          inf            1               L4_1_5_1
      144                   0          inf            1               L4_1_5_3
      145                   0          inf            0               L4_2_5_0
      146                   0          inf            1               L4_2_5_1
      147                   0          inf            0               L4_2_5_3
      148                   0          inf            0               L4_3_5_0
      149                   0          inf            1               L4_3_5_1
      150                   0          inf            1               L4_3_5_2
      151                   0          inf            0               L4_3_5_3
      152                   0          inf            0               L4_4_5_0
      153                   0          inf            1               L4_4_5_1
      154                   0          inf            0               L4_4_5_2
      155                   0          inf            1               L4_5_5_0
      156                   0          inf            0               L4_5_5_1
      157                   0          inf            1               L4_5_5_2
      158                   0          inf            1               L4_6_5_0
      159                   0          inf            0               L4_6_5_1
      160                   0          inf            0               L4_6_5_2
      161                   0          inf            0               L4_0_6_0
      162                   0          inf            1               L4_0_6_1
      163                   0          inf            1               L4_0_6_3
      164                   0          inf            0               L4_1_6_0
      165                   0          inf            1               L4_1_6_1
      166                   0          inf            0               L4_1_6_3
      167                   0          inf            0               L4_2_6_0
      168                   0          inf            1               L4_2_6_1
      169                   0          inf            1               L4_2_6_3
      170                   0          inf            0               L4_3_6_0
      171                   0          inf            1               L4_3_6_1
      172                   0          inf            1               L4_4_6_0
      173                   0          inf            1               L4_4_6_1
      174                   0          inf            1               L4_4_6_2
      175                   0          inf            1               L4_5_6_0
      176                   0          inf            1               L4_5_6_1
      177                   0          inf            0               L4_5_6_2
      178                   0          inf            1               L4_6_6_0
      179                   0          inf            0               L4_6_6_1
      180                   0          inf            1               L4_6_6_2
      181                   1          inf            6               L5_top
      182                   1          inf            7               L5_right
      183                   1          inf            7               L5_bottom
      184                   1          inf            6               L5_left

Model status: Optimal

Objective value: 23
Objective bound: 23
MIP rel gap: 0%
